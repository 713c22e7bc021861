//! SIQ.

use ids_core::{RangeError, format::array_of_bytes};
use siq::{DomainHash, Handle, Qualifier, Siq};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
};

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    match args.name {
        "kind" => Ok(Reply::output(id(args)?.qualifier().name())),
        "serial" => Ok(Reply::bits(id(args)?.serial())),
        "domain" => domain(args).map(|domain| Reply::bits(domain.to_bits())),
        "domain_text" => Ok(Reply::output(DomainHash::from_bits(args.bits()?).to_string())),
        "read_handle" => {
            let handle = Handle::decode(args.needed("text")?)?;
            let (network, domain) = (handle.network().name(), handle.domain());
            let output = format!("{network}\n{domain}").into_bytes();
            Ok(Reply { output, ..Reply::bits(handle.id().to_bits()) })
        }
        "handle" => {
            let (network, domain) = (args.needed("network")?.parse()?, args.text("domain"));
            let handle = Handle::new(network, id(args)?, domain.unwrap_or_default());
            Ok(Reply::output(handle?.to_string()))
        }
        "snowflake" => {
            let epoch = args.instant("epoch")?.unwrap_or_default();
            let id = Siq::from_snowflake(args.bits()?, epoch, domain(args)?, qualifier(args)?)?;
            Ok(Reply::bits(id.to_bits()))
        }
        "ulid" => {
            let id = Siq::from_ulid(args.bits()?, domain(args)?, qualifier(args)?);
            Ok(Reply::bits(id.to_bits()))
        }
        "bytes16" => Ok(Reply::output(id(args)?.to_bytes16())),
        "from_bytes16" => {
            let id = Siq::from_bytes16(array_of_bytes(args.bytes("bytes"))?)?;
            Ok(Reply::bits(id.to_bits()))
        }
        _ => kind.more(args),
    }
}

/// The identifier of a canonical text.
fn id(args: Args<'_>) -> Result<Siq, Fault> {
    Ok(Siq::decode(args.bytes("id"))?)
}

fn domain(args: Args<'_>) -> Result<DomainHash, Fault> {
    let name = args.needed("domain")?;
    let Some(local) = args.number("localId")? else { return Ok(DomainHash::from_name(name)?) };
    let range = RangeError::Field { field: "localId", value: local, max: u8::MAX.into() };
    let local = u8::try_from(local).map_err(|_| range)?;
    Ok(DomainHash::with_local_id(name, local)?)
}

fn qualifier(args: Args<'_>) -> Result<Qualifier, Fault> {
    Ok(args.needed("kind")?.parse()?)
}
