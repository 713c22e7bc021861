//! Instants as people write them, and as messages say them.

use ids_core::{GenerateError, TimeError};
pub(crate) use ids_formats::json::instant::{digits, parse, parse_duration, show, span, write};

/// The library's error with its instants as dates.
pub(crate) fn explain(error: GenerateError) -> String {
    match error {
        GenerateError::Wait { until } => {
            format!("the next identifier is available when the clock reads {}", show(until))
        }
        GenerateError::TimedOut { until } => format!(
            "gave up waiting for the clock to read {}: it stands still, it has stepped back, or \
             --max-wait is too short",
            show(until)
        ),
        GenerateError::Time(error) => explain_time(error),
        GenerateError::Entropy => "the operating system has no random bits to give".into(),
        other => other.to_string(),
    }
}

/// As [`explain`].
pub(crate) fn explain_time(error: TimeError) -> String {
    match error {
        TimeError::BeforeEpoch { epoch } => {
            format!("the time is before the format's first instant, {}", show(epoch))
        }
        TimeError::AfterEnd { last } => {
            format!("the time is after the format's last tick, {}", show(last))
        }
    }
}
