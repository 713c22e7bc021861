# frozen_string_literal: true

require 'digest'
require 'zlib'
require_relative 'common'
require_relative 'snowflake'

module Ids
  # crates/siq/FORMAT.md
  class Siq < Format
    WHOLE = Layout.new('seconds' => 40, 'fraction' => 16, 'shard' => 8, 'domain' => 32, 'tail' => 16)
    # Fields by the width of the qualifier (SIQ-7).
    SPLIT = [3, 4, 5].to_h do |width|
      [width, Layout.new('seconds' => 40, 'fraction' => 16, 'shard' => 8, 'domain' => 32,
                         'serial' => 16 - width, 'qualifier' => width)]
    end.freeze
    LAYOUTS = ['siq', *SPLIT.keys.map { |width| "siq-#{width}" }].freeze

    # SIQ-7
    QUALIFIERS = {
      'ternary' => '001', 'multi' => '011', 'manytomany' => '101', 'content' => '111',
      'thread' => '0110', 'message' => '1110',
      'user' => '00000', 'tag' => '00010', 'group' => '00100', 'event' => '01000', 'channel' => '01010',
      'invite' => '01100', 'application' => '10000', 'unassigned10010' => '10010', 'collection' => '10100',
      'premium' => '11000', 'unassigned11010' => '11010', 'unassigned11100' => '11100'
    }.freeze

    # SIQ-2, SIQ-3
    UNIT = Rational(SECOND, 65_536)
    TICKS = Ticks.new(unit: UNIT, last: (1 << 56) - 1)

    BASE32 = Digits.new([*LOWER, *'2'..'7'].join)
    URI = Digits.new([*LOWER, *'2'..'7'].join, UPPER_AS_LOWER)
    CROCKFORD = Digits.new(Snowflake::CROCKFORD, LOWER_AS_UPPER.reject { |_, digit| 'ILOU'.include?(digit) })
    PREFIX = 'did:siq:'
    # SIQ-10, SIQ-11, SIQ-13
    NUMERALS = {
      'decimal' => Numeral.new(DECIMAL, 34, false),
      'hex' => Numeral.new(HEX, 28, false),
      'octal' => Numeral.new(Digits.new('01234567'), 38, false),
      'base64' => Numeral.new(BASE64URL, 20, true),
      'base32' => Numeral.new(BASE32, 24, true)
    }.freeze
    # What a form may be told, and whether it must be.
    ARGUMENTS = {
      'mastodon' => { domain: false }, 'matrix' => { domain: true }, 'domain' => { local_id: false },
      'snowflake' => { epoch: true, domain: true, kind: true }, 'ulid' => { domain: true, kind: true }
    }.freeze
    NO_DOMAIN = /[^A-Za-z0-9.\-_:\[\]]/n

    # SIQ-20
    VERSION_8 = Layout.new({ 'custom_a' => 48, 'version' => 4, 'custom_b' => 12, 'variant' => 2, 'custom_c' => 62 },
                           { 'version' => 8, 'variant' => 2 })

    def initialize(name)
      @qualifier = name[/[0-9]\z/]&.to_i
      super(SPLIT.fetch(@qualifier, WHOLE))
    end

    def arguments(form) = ARGUMENTS.fetch(form, {})

    def bytes(bits, form)
      return "\0\0#{super(bits, nil)}" if form == 'bytes16'

      super
    end

    # SIQ-17
    def parse_bytes(bytes, form)
      form == 'bytes16' ? check(from_big_endian(bytes, 16)) : super
    end

    def parse_fields(values)
      bits = super
      code = format("%0#{@qualifier}b", values['qualifier']) if @qualifier
      raise Refused.new('range', field: 'qualifier') if code && !QUALIFIERS.value?(code)

      bits
    end

    def time(bits) = TICKS.start(check(bits) >> 56)

    # SIQ-19
    def range(time)
      first = TICKS.of(time) << 56
      [first, first | (1 << 56) - 1]
    end

    # SIQ-9 to SIQ-16, SIQ-20
    def text(bits, form, **args)
      return domain_text(bits, **args) if form == 'domain'

      check(bits)
      case form
      when nil, 'did', 'snowflake', 'ulid' then PREFIX + uri(bits)
      when *NUMERALS.keys then NUMERALS[form].write(bits)
      when 'crockford' then bits.zero? ? '' : CROCKFORD.write(bits)
      when 'crockford0' then bits.zero? ? '0' : "0#{CROCKFORD.write(bits)}"
      when 'uri' then uri(bits)
      when 'uuid' then UUID.write(to_uuid(bits))
      when 'mastodon' then handle(bits, '@', **args)
      when 'matrix' then handle(bits, ':', **args)
      else raise Skipped, "form #{form}"
      end
    end

    def parse_text(text, form, **args)
      case form
      when nil, 'did' then read_did(text)
      when *NUMERALS.keys then check(NUMERALS[form].read(text))
      when 'crockford' then read_crockford(text, 0)
      when 'crockford0' then read_crockford(text, 1)
      when 'uri'
        Ids.check_length(text, 29..29)
        read_uri(text, URI, 0)
      when 'uuid' then read_uuid(text)
      when 'mastodon', 'matrix' then read_handle(text)
      when 'domain' then domain(text, **args)
      when 'snowflake' then of_snowflake(number(text, 64), **args)
      when 'ulid' then of_ulid(number(text, 128), **args)
      else raise Skipped, "form #{form}"
      end
    end

    # SIQ-21 to SIQ-24
    def generator(config, clock, _random)
      config = Config.new(config, %w[domain shard kind max_ahead rolling])
      domain, shard, kind = %w[domain shard kind].map { |key| config.require(key) }
      shard = Ids.number(shard)
      raise Refused.new('range', field: 'shard') if shard > 255

      code = code(kind)
      low = code.size
      fixed = { 'seconds' => 0, 'fraction' => 0, 'shard' => shard, 'domain' => domain(domain), 'qualifier' => code.to_i(2) }
      width = 16 - low
      ticks = Ticks.new(unit: UNIT, last: (1 << 64 - width) - 1)
      Sequence.new(
        # Of the 64 bits of a position the last number is not given.
        Positions.new(clock: clock, ticks: ticks, width: width, config: config, limit: (1 << 64) - 1),
        width: width,
        step: 1 << low,
        position: ->(bits) { bits >> 56 << width | bits % 65_536 >> low },
        identifier: ->(tick, serial) { tick << 56 | SPLIT[low].pack(fixed.merge('serial' => serial)) }
      )
    end

    private

    # SIQ-5, SIQ-6
    def domain(name, local_id: nil)
      at = name.bytes.index { |byte| byte > 127 }
      raise Refused.new('digit', index: at) if at
      return 0 if ['', '0'].include?(name)

      hash = Digest::SHA256.digest(name).unpack('N*').last
      local_id ? hash & 0xffffff | number(local_id, 8) << 24 : hash
    end

    def domain_text(bits, local_id: nil)
      number(local_id, 8) if local_id
      raise Refused.new('too_large') if bits >> 32 != 0

      HEX.write(bits, 8)
    end

    def code(kind) = QUALIFIERS[kind] || raise(Refused.new('unknown'))

    # SIQ-14: a zero bit, the checksum, the number.
    def uri(bits) = BASE32.write(crc(bits) << 112 | bits, 29)

    def crc(bits) = Zlib.crc32(big_endian(bits, 14))

    # The 29 digits from an index on.
    def read_uri(text, digits, start)
      number = digits.read(text, start, start + 29)
      raise Refused.new('digit', index: start) if number >> 144 != 0

      sum, bits = number.divmod(1 << 112)
      sum == crc(bits) ? bits : raise(Refused.new('checksum'))
    end

    def read_did(text)
      at = (0...PREFIX.size).find { |index| text.getbyte(index) != PREFIX.getbyte(index) }
      raise Refused.new('expected', index: at) if at

      Ids.check_length(text, 37..37)
      read_uri(text, URI, PREFIX.size)
    end

    # SIQ-12: the digits after `marker` zeros. Without digits the number is zero.
    def read_crockford(text, marker)
      raise Refused.new('expected', index: 0) if marker == 1 && !text.start_with?('0')

      Ids.check_length(text, marker..marker + 23)
      number = CROCKFORD.read(text, marker)
      raise Refused.new('leading_zero', index: marker) if text.byteslice(marker, 1) == '0'

      check(number)
    end

    # SIQ-16
    def read_handle(text)
      raise Refused.new('expected', index: 0) unless text.start_with?('@')
      raise Refused.new('length', index: text.bytesize) if text.bytesize < 30

      BASE32.read(text, 1, 30)
      at = handle_fault(text)
      raise Refused.new('expected', index: at) if at

      read_uri(text, BASE32, 1)
    end

    # Where something else stands than nothing, or `@` or `:` and a domain.
    def handle_fault(text)
      return if text.bytesize == 30
      return 30 unless ['@', ':'].include?(text.byteslice(30, 1))

      text.bytesize == 31 ? 31 : text.b.index(NO_DOMAIN, 31)
    end

    def handle(bits, mark, domain: nil)
      raise Skipped, 'no domain of a handle' if domain && (domain.empty? || domain.b.match?(NO_DOMAIN))

      "@#{uri(bits)}#{mark if domain}#{domain}"
    end

    # SIQ-20: ten zeros and the 112 bits in 122 free ones.
    def to_uuid(bits)
      VERSION_8.pack('custom_a' => bits >> 74, 'custom_b' => bits >> 62 & 0xfff, 'custom_c' => bits & (1 << 62) - 1)
    end

    def read_uuid(text)
      Ids.check_length(text, 36..36)
      fields = VERSION_8.unpack(VERSION_8.check(UUID.read(text, HEX)))
      raise Refused.new('fixed', field: 'zero') if fields['custom_a'] >> 38 != 0

      fields['custom_a'] << 74 | fields['custom_b'] << 62 | fields['custom_c']
    end

    def number(text, width)
      number = Ids.number(text)
      number >> width == 0 ? number : raise(Skipped, 'a number')
    end

    # SIQ-25
    def of_snowflake(number, epoch:, domain:, kind:)
      code = code(kind)
      milliseconds = number >> 22
      node = number >> 12 & 0x3ff
      serial = number & 0xfff
      more = node >> 8
      if code.size == 5
        more = more << 1 | serial >> 11
        serial &= 0x7ff
      end
      tick = TICKS.of(Ids.number(epoch) + milliseconds * 1_000_000) + more
      migrated(tick, node & 0xff, domain(domain), serial << code.size, code)
    end

    # SIQ-26
    def of_ulid(number, domain:, kind:)
      tick = TICKS.of((number >> 80) * 1_000_000) + (number >> 74 & 0x3f)
      migrated(tick, number >> 66 & 0xff, domain(domain), number >> 50 & 0xffff, code(kind))
    end

    def migrated(tick, shard, domain, tail, code)
      raise Refused.new('after_end', until: TICKS.start(TICKS.last)) if tick > TICKS.last

      tail = tail >> code.size << code.size | code.to_i(2)
      tick << 56 | shard << 48 | domain << 16 | tail
    end
  end
end
