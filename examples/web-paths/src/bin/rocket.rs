//! The service in rocket, on the port that its configuration says: 8000 without one.

fn main() -> Result<(), Box<rocket::Error>> {
    rocket::execute(web_paths::rocket::service().launch())?;
    Ok(())
}
