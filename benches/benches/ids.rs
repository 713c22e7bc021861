//! Every operation of every format under criterion; the report has a runner of its own, which
//! interleaves the implementations.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ids_benches::{
    measure::ThreadTime,
    operations::{self, GROUPS},
};

fn all(criterion: &mut Criterion<ThreadTime>) {
    operations::check();
    for group in GROUPS {
        let name = format!("{}/{}", group.operation, group.format);
        // What the command line leaves out is not even prepared.
        if !wanted(&name) {
            continue;
        }
        let cases = (group.cases)();
        let mut timed = criterion.benchmark_group(&name);
        timed.throughput(Throughput::Elements(cases.count as u64));
        timed.sample_size(if cases.count > 10_000 { 10 } else { 100 });
        for mut case in cases.list {
            timed.bench_function(case.name, |bencher| bencher.iter(&mut case.run));
        }
        timed.finish();
    }
}

/// Whether the first argument that is not an option, which filters the names, may mean this group.
fn wanted(group: &str) -> bool {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    filter.is_none_or(|filter| {
        let mut parts = filter.split('/');
        let begin = [parts.next(), parts.next()].into_iter().flatten().collect::<Vec<_>>();
        // One word may be an implementation as well.
        begin.len() < 2 || group.contains(&begin.join("/"))
    })
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .with_measurement(ThreadTime)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    targets = all
}
criterion_main!(benches);
