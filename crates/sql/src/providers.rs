//! The table providers of DataFusion: `layer(n)` and `layers`.

use crate::layer::{KEY, LayerTable, file_schema, schema};
use datafusion::arrow::array::{ArrayRef, Decimal128Array, Int64Array, UInt32Array};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::catalog::{MemTable, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::ScalarValue;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{
    ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl,
};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Expr, col};
use sole_atlas::{Atlas, AtlasError, Manifest, Tallies};
use std::collections::BTreeSet;
use std::path::{Path, absolute};
use std::sync::{Arc, Mutex};
use url::Url;

/// `layer(n)`: all positions after n plies.
#[derive(Debug)]
pub(crate) struct LayerFunction {
    pub(crate) atlas: Atlas,
    /// The layers that the question at work is about.
    pub(crate) asked: Arc<Mutex<BTreeSet<u32>>>,
}

impl TableFunctionImpl for LayerFunction {
    fn call_with_args(&self, call: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let ply = ply(call.exprs()).ok_or_else(|| {
            DataFusionError::Plan("layer() takes a number of plies, as layer(6)".to_owned())
        })?;
        let urls = files(&self.atlas, ply)?;
        self.asked.lock().expect("no thread has panicked").insert(ply);
        if urls.is_empty() {
            return Ok(Arc::new(MemTable::try_new(schema(), vec![Vec::new()])?));
        }
        let by_position = KEY.map(|name| col(name).sort(true, false)).to_vec();
        let options = ListingOptions::new(Arc::new(ParquetFormat::new()))
            .with_file_sort_order(vec![by_position]);
        let config = ListingTableConfig::new_with_multi_paths(urls);
        let config = config.with_listing_options(options).with_schema(file_schema());
        Ok(Arc::new(LayerTable::new(ListingTable::try_new(config)?)))
    }
}

/// The one argument, if it is a number of plies.
fn ply(arguments: &[Expr]) -> Option<u32> {
    let [Expr::Literal(value, _)] = arguments else { return None };
    match value {
        ScalarValue::Int64(Some(ply)) => u32::try_from(*ply).ok(),
        ScalarValue::UInt64(Some(ply)) => u32::try_from(*ply).ok(),
        _ => None,
    }
}

/// The addresses of the files of a layer; each file is checked first.
fn files(atlas: &Atlas, ply: u32) -> Result<Vec<ListingTableUrl>> {
    let outside = |error: AtlasError| DataFusionError::External(Box::new(error));
    let layer = atlas.layer(ply).map_err(outside)?;
    let paths = layer.files.iter().map(|file| {
        let path = atlas.checked_path(ply, file).map_err(outside)?;
        ListingTableUrl::try_new(url(&path)?, None)
    });
    paths.collect()
}

fn url(path: &Path) -> Result<Url> {
    let path = absolute(path)?;
    let no_url = || DataFusionError::Plan(format!("{} cannot be named", path.display()));
    Url::from_file_path(&path).map_err(|()| no_url())
}

/// `layers`: a row for each layer that is complete, with what its manifest counts.
pub(crate) fn layers(atlas: &Atlas) -> Result<MemTable, LayersError> {
    let layers = atlas.layers().map_err(LayersError::Atlas)?;
    let plies = UInt32Array::from_iter_values(layers.iter().map(|layer| layer.ply));
    let columns: [(&str, ArrayRef); 13] = [
        ("ply", Arc::new(plies)),
        ("positions", counts(&layers, |tallies| tallies.all.positions)),
        ("games", games(&layers, |tallies| tallies.all.games)?),
        ("one_game", counts(&layers, |tallies| tallies.unique)),
        ("edges", counts(&layers, |tallies| tallies.edges)),
        ("next_games", games(&layers, |tallies| tallies.next_games)?),
        ("checks", counts(&layers, |tallies| tallies.checks.positions)),
        ("mates", counts(&layers, |tallies| tallies.mates.positions)),
        ("mate_games", games(&layers, |tallies| tallies.mates.games)?),
        ("stalemates", counts(&layers, |tallies| tallies.stalemates.positions)),
        ("dead", counts(&layers, |tallies| tallies.dead.positions)),
        ("files", numbers(layers.iter().map(|layer| layer.files.len() as u64))),
        ("bytes", numbers(layers.iter().map(Manifest::bytes))),
    ];
    let batch = RecordBatch::try_from_iter(columns).map_err(DataFusionError::from)?;
    Ok(MemTable::try_new(batch.schema(), vec![vec![batch]])?)
}

/// Why there is no table of layers.
#[derive(Debug)]
pub(crate) enum LayersError {
    Atlas(AtlasError),
    Table(DataFusionError),
}

impl From<DataFusionError> for LayersError {
    fn from(error: DataFusionError) -> LayersError {
        LayersError::Table(error)
    }
}

fn counts(layers: &[Manifest], count: impl Fn(&Tallies) -> u64) -> ArrayRef {
    numbers(layers.iter().map(|layer| count(&layer.tallies())))
}

fn numbers(numbers: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(numbers.map(|number| number as i64)))
}

/// Numbers of games, which may have more than 64 bits.
fn games(layers: &[Manifest], count: impl Fn(&Tallies) -> u128) -> Result<ArrayRef> {
    let games = layers.iter().map(|layer| count(&layer.tallies()) as i128);
    Ok(Arc::new(Decimal128Array::from_iter_values(games).with_precision_and_scale(38, 0)?))
}
