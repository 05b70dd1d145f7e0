use super::*;
use crate::slice::endings;
use crate::value::Value;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::RwLock;
use std::time::Instant;

#[derive(Default)]
struct Memory(RwLock<HashMap<(Slice, Color), Arc<Section>>>);

impl Solved for Memory {
    type Error = Infallible;
    fn section(&self, slice: &Slice, turn: Color) -> Result<Arc<Section>, Infallible> {
        if slice.is_bare() {
            return Ok(Section::bare(slice));
        }
        Ok(self
            .0
            .read()
            .unwrap()
            .get(&(*slice, turn))
            .unwrap_or_else(|| panic!("{slice:?}"))
            .clone())
    }
}

#[test]
fn try_it() {
    let memory = Memory::default();
    let men: usize = std::env::var("MEN").map_or(3, |men| men.parse().unwrap());
    let only = std::env::var("ONLY").ok();
    let mut list: Vec<_> = (3..=men).flat_map(endings).map(|m| m.to_string()).collect();
    if let Some(only) = only {
        list = only.split(',').map(str::to_owned).collect();
    }
    for name in list {
        let start = Instant::now();
        let mut longest = [0; 2];
        for slice in Slice::all(&name.parse().unwrap()) {
            let sections = solve(&slice, &memory).unwrap();
            for (side, section) in Color::ALL.into_iter().zip(sections) {
                let l = section
                    .values
                    .iter()
                    .filter_map(|&c| match Value::from_code(c) {
                        Value::Win(n) => Some(n),
                        _ => None,
                    })
                    .max()
                    .unwrap_or(0);
                let side_of_name =
                    if crate::slice::ending(slice.material()).1 { !side } else { side };
                if slice.rights().is_empty() {
                    let m = &mut longest[side_of_name.index()];
                    *m = l.max(*m);
                }
                if std::env::var_os("DUMP").is_some() && slice.rights().is_empty() {
                    use std::io::Write;
                    std::fs::OpenOptions::new()
                        .create(true)
                        .append(true)
                        .open(format!("/tmp/dump/{name}.{}", side as usize))
                        .unwrap()
                        .write_all(&section.values)
                        .unwrap();
                }
                memory.0.write().unwrap().insert((slice, side), Arc::new(section));
            }
        }
        println!("{name} {longest:?} {:.3}", start.elapsed().as_secs_f64());
    }
}
