# What wrk measured, held against what is promised: `make bench-web`.

# `187.00us`, `1.60ms` and `1.02s` in milliseconds.
function milliseconds(text) {
    if (text ~ /us$/) return text / 1000
    if (text ~ /ms$/) return text + 0
    return text * 1000
}

$1 == "99%" { slowest = milliseconds($2); has_slowest = 1 }
$1 == "Requests/sec:" { rate = $2 + 0 }
/Non-2xx/ || /Socket errors/ { print "bench-web: " $0; failed = 1 }

END {
    if (rate < 10000) { print "bench-web: " rate " requests a second, 10000 are promised"; failed = 1 }
    if (!has_slowest || slowest > 20) { print "bench-web: 99 % within " slowest " ms, 20 ms are promised"; failed = 1 }
    exit failed
}
