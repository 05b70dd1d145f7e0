//! Tables on disk through the public interface: what was written comes back,
//! or an error does; never anything else.

#[path = "../built/mod.rs"]
mod built;

mod building;
mod damage;
mod example;
mod forged;
mod laws;
mod sharing;
mod support;
mod values;
