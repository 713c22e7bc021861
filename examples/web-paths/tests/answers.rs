//! What clients of both services see: the README says it, word for word.

use actix_web::{App, test as asked};
use rocket::local::blocking::Client;

/// What is asked and answered, by the block of the README after this line.
fn readme(heading: &str) -> Vec<&'static str> {
    let (_, rest) = include_str!("../README.md").split_once(heading).expect(heading);
    let (_, rest) = rest.split_once("```text\n").expect("a block");
    rest.split_once("```").expect("its end").0.lines().collect()
}

/// The paths of a block's lines, such as `GET /notes 200 no notes`.
fn paths<'a>(lines: &'a [&str]) -> impl Iterator<Item = &'a str> {
    lines.iter().map(|line| line.split(' ').nth(1).expect("a path"))
}

#[test]
fn actix() {
    let wanted = readme("## In actix");
    let found = actix_web::rt::System::new().block_on(async {
        let service = asked::init_service(App::new().configure(web_paths::actix::routes)).await;
        let mut found = Vec::new();
        for path in paths(&wanted) {
            let request = asked::TestRequest::get().uri(path).to_request();
            let answer = asked::call_service(&service, request).await;
            let status = answer.status().as_u16();
            let body = asked::read_body(answer).await;
            found.push(format!("GET {path} {status} {}", String::from_utf8_lossy(&body)));
        }
        found
    });
    assert_eq!(found, wanted);
}

#[test]
fn rocket() {
    let wanted = readme("## In rocket");
    let client = Client::untracked(web_paths::rocket::service()).expect("a service");
    let ask = |path: &str| {
        let answer = client.get(path.to_owned()).dispatch();
        let status = answer.status().code;
        format!("GET {path} {status} {}", answer.into_string().expect("a text"))
    };
    assert_eq!(paths(&wanted).map(ask).collect::<Vec<_>>(), wanted);
}
