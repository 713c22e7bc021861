# frozen_string_literal: true

require_relative 'common'

module Ids
  # crates/kuid/FORMAT.md
  class Kuid < Format
    LAYOUTS = ['kuid-local', *(5..10).map { |drift| "kuid-global-#{drift}" }].freeze
    DIGITS = Digits.new(['.', *'0'..'9', *UPPER, '_', *LOWER].join)
    LOCAL = Layout.new('mega' => 20, 'second' => 20, 'fraction' => 10, 'sequence' => 14)
    MILLION = 1_000_000

    # KUID-2: 1,024 microseconds, counted anew in each second. The last tick of a second is shorter.
    module Ticks
      PER_SECOND = 977

      def self.whole(duration)
        seconds, rest = duration.divmod(SECOND)
        seconds * PER_SECOND + (rest / 1000 >> 10)
      end

      def self.last = (LOCAL['mega'].ones + 1) * MILLION * PER_SECOND - 1

      def self.start(tick)
        seconds, fraction = tick.divmod(PER_SECOND)
        seconds * SECOND + fraction * 1_024_000
      end

      def self.of(instant)
        tick = whole(instant)
        raise Refused.new('after_end', until: start(last)) if tick > last

        tick
      end
    end

    # KUID-6
    def self.global(drift)
      Layout.new('mega' => 20, 'window' => 20 - drift, 'node' => 32, 'offset' => drift,
                 'fraction' => 10, 'sequence' => 14)
    end

    # KUID-8
    def self.fingerprint(name)
      # A character of U+0080 to U+00FF is one value, and of all others each byte is.
      values = name.each_char.flat_map { |char| char.ord.between?(0x80, 0xff) ? [char.ord] : char.bytes }
      values.reduce(0) do |hash, value|
        hash = hash * 16 + value
        top = hash >> 28
        (hash ^ top << 4) & 0xfffffff
      end
    end

    def initialize(name)
      @drift = name == 'kuid-local' ? nil : name[/[0-9]+\z/].to_i
      super(@drift ? Kuid.global(@drift) : LOCAL)
    end

    # KUID-11, KUID-23
    def text(bits, form)
      numeral = numeral(form)
      return numeral.write(check(bits)) if numeral

      digits = digits(form)
      @drift ? digits.write(check(bits), 16) : digits.write(check(bits) << 2, 11)
    end

    # KUID-12, KUID-13, KUID-22, KUID-23
    def parse_text(text, form)
      numeral = numeral(form)
      return check(numeral.read(text)) if numeral

      digits = digits(form)
      @drift ? read_global(text, digits, form == 'surplus') : read_local(text, digits, form == 'surplus')
    end

    # KUID-21
    def bytes(bits, form)
      return super unless @drift && form == 'node-first'

      big_endian(fields(bits)['node'], 4) + big_endian(local(bits), 8)
    end

    def parse_bytes(bytes, form)
      return super unless @drift && form == 'node-first'

      node, local = from_big_endian(bytes, 12).divmod(1 << 64)
      join(local, node, @drift)
    end

    # KUID-4
    def time(bits)
      mega, second, fraction, = LOCAL.unpack(local(check(bits))).values
      (mega * MILLION + second) * SECOND + fraction * 1_024_000
    end

    # KUID-17: exact for local identifiers, whole windows for global ones.
    def range(time)
      first = identifier(Ticks.of(time), 0)
      return [first, first | LOCAL['sequence'].ones] unless @drift

      layout.ends(layout.unpack(join(first, 0, @drift)).slice('mega', 'window'))
    end

    # KUID-14, KUID-15
    def generator(config, clock, _random)
      keys = %w[max_ahead rolling]
      keys += %w[node name name_1_3_5 drift] if @drift
      config = Config.new(config, keys)
      drift = drift(config)
      node = node(config)
      width = LOCAL['sequence'].width
      Sequence.new(
        Positions.new(clock: clock, ticks: Ticks, width: width, config: config),
        width: width,
        step: 1,
        position: ->(bits) { position(local(bits, drift)) },
        identifier: ->(tick, sequence) { join(identifier(tick, sequence), node, drift) }
      )
    end

    private

    def numeral(form)
      case form
      when 'hex' then Numeral.new(HEX, @drift ? 24 : 16, true)
      when 'decimal' then Numeral.new(DECIMAL, @drift ? 29 : 20, false)
      end
    end

    def digits(form)
      case form
      when nil, 'base64', 'surplus' then DIGITS
      when 'base64url' then BASE64URL
      else raise Skipped, "form #{form}"
      end
    end

    def read_local(text, digits, surplus)
      number = digits.read_padded(text, 11)
      raise Refused.new('digit', index: 10) if number & 3 != 0 && !surplus

      number >> 2
    end

    def read_global(text, digits, surplus)
      return digits.read_padded(text, 16) unless surplus

      Ids.check_length(text, 16..17)
      number = digits.read(text)
      text.bytesize == 17 ? number >> 6 : number
    end

    # KUID-10
    def join(local, node, drift)
      return local unless drift

      low = 24 + drift
      local >> low << low + 32 | node << low | local & (1 << low) - 1
    end

    def local(bits, drift = @drift)
      return bits unless drift

      low = 24 + drift
      bits >> low + 32 << low | bits & (1 << low) - 1
    end

    def identifier(tick, sequence)
      seconds, fraction = tick.divmod(Ticks::PER_SECOND)
      mega, second = seconds.divmod(MILLION)
      LOCAL.pack('mega' => mega, 'second' => second, 'fraction' => fraction, 'sequence' => sequence)
    end

    # KUID-5: that of the last regular identifier that is not above this one.
    def position(local)
      mega, second, fraction, sequence = LOCAL.unpack(local).values
      second, fraction = MILLION - 1, LOCAL['fraction'].ones if second >= MILLION
      fraction, sequence = Ticks::PER_SECOND - 1, LOCAL['sequence'].ones if fraction >= Ticks::PER_SECOND
      ((mega * MILLION + second) * Ticks::PER_SECOND + fraction) << LOCAL['sequence'].width | sequence
    end

    def drift(config)
      drift = config.number('drift') || @drift
      raise Refused.new('range', field: 'drift') unless drift.nil? || drift.between?(5, 10)

      drift
    end

    # KUID-7 to KUID-9
    def node(config)
      return unless @drift

      given = %w[node name name_1_3_5].select { |key| config.key?(key) }
      raise Skipped, 'one of node, name and name_1_3_5' if given.size != 1

      value = config[given.first]
      case given.first
      when 'node' then HEX.read_padded(value, 8)
      when 'name' then Kuid.fingerprint(value) + 1
      else Kuid.fingerprint(value)
      end
    end
  end
end
