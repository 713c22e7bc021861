//! What a client sees when a request fails.

use axum::{http::header::RETRY_AFTER, response::IntoResponse as _};
use fleet::problem::Problem;
use ids_reserve::{GenerateError, UnixTime};

#[test]
fn a_client_learns_whether_and_when_to_ask_again() {
    let long_gone = GenerateError::TimedOut { until: UnixTime::from_secs(1) };
    let year_3000 = GenerateError::TimedOut { until: UnixTime::from_secs(32_503_680_000) };
    for (problem, status, after) in [
        (Problem::NoUser, 404, None),
        (Problem::Away("the socket is gone".into()), 503, Some(1..2)),
        (Problem::NoId(GenerateError::Spent), 503, Some(1..2)),
        (Problem::NoId(long_gone), 503, Some(1..2)),
        (Problem::NoId(year_3000), 503, Some(1_000_000_000..32_503_680_000)),
        (Problem::NoId(GenerateError::Exhausted), 500, None),
        (Problem::NoId(GenerateError::Forked), 500, None),
        (Problem::Broken("there is no table".into()), 500, None),
    ] {
        let shown = format!("{problem:?}");
        let response = problem.into_response();
        assert_eq!(response.status(), status, "{shown}");
        let header = response.headers().get(RETRY_AFTER);
        let header: Option<u64> = header.map(|value| value.to_str().unwrap().parse().unwrap());
        assert_eq!(header.is_some(), after.is_some(), "{shown}");
        if let Some((header, after)) = header.zip(after) {
            assert!(after.contains(&header), "{shown}: {header} s");
        }
    }
}
