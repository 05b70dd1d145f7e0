//! A rate limit for each client: a token bucket.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The token buckets of all clients.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    /// Tokens per second; a command costs [`WORK`] of them.
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
    /// One token.
    Cheap,
    /// The cost of running a command.
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

/// The number of tokens that running a command costs.
const WORK: f64 = 20.0;

/// How many seconds' worth of tokens a bucket holds.
const BURST: f64 = 5.0;

/// The most clients that are remembered.
const MOST_CLIENTS: usize = 10_000;

impl RateLimiter {
    /// A limit of `rate` commands per second.
    pub(crate) fn new(rate: u32) -> RateLimiter {
        RateLimiter { rate: f64::from(rate) * WORK, clients: Mutex::default() }
    }

    /// Takes the tokens of a request; `false` if there are too few.
    pub(crate) fn take(&self, client: IpAddr, cost: Cost) -> bool {
        self.take_at(client, cost, Instant::now())
    }

    fn take_at(&self, client: IpAddr, cost: Cost, now: Instant) -> bool {
        let full = self.rate * BURST;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MOST_CLIENTS {
            clients.retain(|_, bucket| self.tokens_at(bucket, now) < full);
        }
        if clients.len() >= MOST_CLIENTS {
            clients.clear();
        }
        let bucket = clients.entry(network(client)).or_insert(Bucket { tokens: full, since: now });
        bucket.tokens = self.tokens_at(bucket, now);
        bucket.since = now;
        let enough = bucket.tokens >= cost.tokens();
        if enough {
            bucket.tokens -= cost.tokens();
        }
        enough
    }

    /// The tokens in a bucket at a time.
    fn tokens_at(&self, bucket: &Bucket, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(bucket.since).as_secs_f64();
        (bucket.tokens + passed * self.rate).min(self.rate * BURST)
    }
}

/// The key of a client: its IPv4 address, or the /64 network of its IPv6 address.
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
    fn tokens_are_refilled() {
        let buckets = RateLimiter::new(2);
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
        let buckets = RateLimiter::new(1);
        let start = Instant::now();
        for n in 0..3 * MOST_CLIENTS as u32 {
            buckets.take_at(IpAddr::from(n.to_be_bytes()), Cost::Work, start);
        }
        assert!(buckets.clients.lock().unwrap().len() <= MOST_CLIENTS);
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
