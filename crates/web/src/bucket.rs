//! A rate for each client: a bucket of tokens that fills up by and by.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The buckets of all clients.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// Tokens a second; work costs [`WORK`] of them.
    rate: f64,
    clients: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    since: Instant,
}

/// What a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// A token.
    Cheap,
    /// As many as a command that is run.
    Work,
}

impl Cost {
    fn tokens(self) -> f64 {
        match self {
            Cost::Cheap => 1.0,
            Cost::Work => WORK,
        }
    }
}

/// How many tokens a command costs that is run.
const WORK: f64 = 20.0;

/// How many seconds' worth of tokens a bucket holds.
const BURST: f64 = 5.0;

/// The most clients that are remembered.
const MOST_CLIENTS: usize = 10_000;

impl Buckets {
    /// Buckets for so many requests for work in a second.
    pub(crate) fn new(rate: u32) -> Buckets {
        Buckets { rate: f64::from(rate) * WORK, clients: Mutex::default() }
    }

    /// Takes what a request costs, if it is there.
    pub(crate) fn take(&self, client: IpAddr, cost: Cost) -> bool {
        self.take_at(client, cost, Instant::now())
    }

    fn take_at(&self, client: IpAddr, cost: Cost, now: Instant) -> bool {
        let full = self.rate * BURST;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MOST_CLIENTS {
            clients.retain(|_, bucket| self.filled(bucket, now) < full);
        }
        if clients.len() >= MOST_CLIENTS {
            clients.clear();
        }
        let bucket = clients.entry(network(client)).or_insert(Bucket { tokens: full, since: now });
        bucket.tokens = self.filled(bucket, now);
        bucket.since = now;
        let enough = bucket.tokens >= cost.tokens();
        if enough {
            bucket.tokens -= cost.tokens();
        }
        enough
    }

    /// What a bucket holds by now.
    fn filled(&self, bucket: &Bucket, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(bucket.since).as_secs_f64();
        (bucket.tokens + passed * self.rate).min(self.rate * BURST)
    }
}

/// Who counts as one client: an address, or of IPv6 the network of a household.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => address
            .to_ipv4_mapped()
            .map_or(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(), IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tokens_come_back() {
        let buckets = Buckets::new(2);
        let client = IpAddr::from([10, 0, 0, 1]);
        let start = Instant::now();
        let taken = (0..100).filter(|_| buckets.take_at(client, Cost::Work, start)).count();
        assert_eq!(taken, 10, "five seconds' worth");
        let later = start + Duration::from_millis(500);
        assert!(buckets.take_at(client, Cost::Work, later));
        assert!(!buckets.take_at(client, Cost::Work, later));
        assert!(buckets.take_at(IpAddr::from([10, 0, 0, 2]), Cost::Work, later), "another client");
        let much_later = start + Duration::from_secs(3600);
        let taken = (0..1000).filter(|_| buckets.take_at(client, Cost::Cheap, much_later)).count();
        assert_eq!(taken, 200, "cheap requests cost less");
    }

    #[test]
    fn clients_are_forgotten_before_they_are_too_many() {
        let buckets = Buckets::new(1);
        let start = Instant::now();
        for n in 0..3 * MOST_CLIENTS as u32 {
            buckets.take_at(IpAddr::from(n.to_be_bytes()), Cost::Work, start);
        }
        assert!(buckets.clients.lock().unwrap().len() <= MOST_CLIENTS);
    }

    #[test]
    fn a_household_is_one_client() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
