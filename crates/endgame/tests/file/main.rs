//! Tables on disk through the public interface: what was written comes back,
//! or an error does; never anything else.

mod building;
mod damage;
mod example;
mod sharing;
mod support;
mod values;
