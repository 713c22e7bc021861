# frozen_string_literal: true

require_relative 'common'

module Ids
  # crates/snowflake/FORMAT.md
  class Snowflake < Format
    Flavour = Struct.new(:widths, :unit, :epoch, :sequence)

    # The fields, most significant first, the milliseconds of the epoch, and the field that counts: nil
    # where there is none, false where the layout is to be read only.
    def self.flavour(fields, unit, epoch, sequence)
      widths = fields.split(', ').to_h { |field| field.split.then { |name, width| [name, width.to_i] } }
      Flavour.new(widths, unit, epoch * 1_000_000, sequence)
    end

    MICRO = 1_000
    MILLI = 1_000_000
    TEN_MILLI = 10_000_000
    TWITTER = 1_288_834_974_657
    BAIDU = 1_463_673_600_000
    SUOU = 'timestamp 42, local 5, shard 5, counter 12'
    SONYFLAKE = 'sign 1, timestamp 39, sequence 8, machine 16'

    # SNOW-40 to SNOW-51, and the other layouts of the vectors.
    FLAVOURS = {
      'twitter' => flavour('sign 1, timestamp 41, datacenter 5, worker 5, sequence 12', MILLI, TWITTER, 'sequence'),
      'discord' => flavour('timestamp 42, worker 5, process 5, increment 12', MILLI, 1_420_070_400_000, 'increment'),
      'suou' => flavour(SUOU, MILLI, 1_420_066_800_000, 'counter'),
      'instagram' => flavour('timestamp 41, shard 13, sequence 10', MILLI, 1_314_220_021_721, 'sequence'),
      'mastodon' => flavour('timestamp 48, tail 16', MILLI, 0, false),
      'sonyflake-v1' => flavour(SONYFLAKE, TEN_MILLI, 1_409_529_600_000, 'sequence'),
      'sonyflake-v2' => flavour(SONYFLAKE, TEN_MILLI, 1_735_689_600_000, 'sequence'),
      'bwmarrin' => flavour('sign 1, timestamp 41, node 10, step 12', MILLI, TWITTER, 'step'),
      'baidu' => flavour('sign 1, timestamp 28, worker 22, sequence 13', SECOND, BAIDU, 'sequence'),
      'yitter' => flavour('timestamp 52, worker 6, sequence 6', MILLI, 1_582_136_402_000, false),
      'tid' => flavour('sign 1, timestamp 53, clock 10', MICRO, 0, nil),
      'linkedin' => flavour('sign 1, timestamp 41, low 22', MILLI, 0, false),
      'suou-of-2015-utc' => flavour(SUOU, MILLI, 1_420_070_400_000, 'counter'),
      'suou-of-2020' => flavour(SUOU, MILLI, 1_577_833_200_000, 'counter'),
      'suou-of-2010' => flavour(SUOU, MILLI, TWITTER, 'counter'),
      'sonyflake-12-10' => flavour('sign 1, timestamp 41, sequence 12, machine 10', MILLI, 1_577_836_800_000, 'sequence'),
      'baidu-29-21-13' => flavour('sign 1, timestamp 29, worker 21, sequence 13', SECOND, BAIDU, 'sequence'),
      'baidu-31-23-9' => flavour('sign 1, timestamp 31, worker 23, sequence 9', SECOND, BAIDU, 'sequence'),
      'baidu-41-10-12' => flavour('sign 1, timestamp 41, worker 10, sequence 12', SECOND, BAIDU, 'sequence'),
      'baidu-63' => flavour('sign 1, timestamp 63', SECOND, BAIDU, nil),
      'baidu-1-1-61' => flavour('sign 1, timestamp 1, worker 1, sequence 61', SECOND, BAIDU, 'sequence'),
      'yitter-6-10' => flavour('timestamp 48, worker 6, sequence 10', MILLI, 1_582_136_402_000, 'sequence'),
      'yitter-10-12' => flavour('timestamp 42, worker 10, sequence 12', MILLI, 1_577_836_800_000, 'sequence'),
      'yitter-6-12' => flavour('timestamp 46, worker 6, sequence 12', MILLI, 1_582_136_402_000, 'sequence'),
      'js-53' => flavour('zero 11, timestamp 32, node 8, sequence 13', SECOND, 1_735_689_600_000, 'sequence')
    }.freeze
    LAYOUTS = FLAVOURS.keys.freeze
    FIXED = { 'sign' => 0, 'zero' => 0 }.freeze

    CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    CROCKFORD_ALIASES = LOWER_AS_UPPER.reject { |_, digit| 'ILOU'.include?(digit) }
                                      .merge(%w[I i L l].to_h { |one| [one, '1'] }, 'O' => '0', 'o' => '0').freeze

    # SNOW-21 to SNOW-31
    FORMS = {
      'decimal' => Numeral.new(DECIMAL, 20, false),
      'hex' => Numeral.new(HEX, 16, false),
      'base32' => Numeral.new(Digits.new('ybndrfg8ejkmcpqxot1uwisza345h769'), 13, false),
      'base36' => Numeral.new(Digits.new([*'0'..'9', *LOWER].join, UPPER_AS_LOWER), 13, false),
      'base58' => Numeral.new(Digits.new('123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'), 11, false),
      'crockford' => Numeral.new(Digits.new(CROCKFORD, CROCKFORD_ALIASES), 13, true),
      'tid' => Numeral.new(Digits.new([*'2'..'7', *LOWER].join), 13, true),
      'shortcode' => Numeral.new(BASE64URL, 11, false),
      'suou-base64' => Numeral.new(BASE64URL, 12, true),
      'suou-cb32' => Numeral.new(Digits.new(CROCKFORD), 13, true),
      'suou-b32l' => Numeral.new(Digits.new([*LOWER, *'2'..'7'].join, UPPER_AS_LOWER), 13, false)
    }.freeze

    def initialize(layout)
      @flavour = FLAVOURS.fetch(layout)
      @canonical = layout == 'tid' ? 'tid' : 'decimal'
      super(Layout.new(@flavour.widths, FIXED))
      @ticks = Ticks.new(unit: @flavour.unit, epoch: @flavour.epoch, last: self.layout['timestamp'].ones)
    end

    def text(bits, form)
      name = known(form)
      FORMS[name].write(name == 'suou-cb32' ? check(bits) << 1 : check(bits))
    end

    def parse_text(text, form)
      name = known(form)
      number = FORMS[name].read(text)
      return check(number) unless name == 'suou-cb32'

      # SNOW-30: twice the number
      raise Refused.new('digit', index: 12) if number.odd?

      check(number >> 1)
    end

    # SNOW-3, SNOW-4
    def time(bits) = @ticks.start(fields(bits)['timestamp'])
    def range(time) = layout.ends('timestamp' => @ticks.of(time))

    # SNOW-60 to SNOW-68
    def generator(config, clock, _random)
      raise Refused.new('decode_only') if @flavour.sequence == false

      own = ['timestamp', @flavour.sequence].compact
      config = Config.new(config, [*layout.fields.keys, 'numbered', 'max_ahead', 'rolling'])
      node = config.key?('numbered') ? numbered(config, own) : node(config, own)
      sequence = layout[@flavour.sequence] if @flavour.sequence
      width = sequence ? sequence.width : 0
      Sequence.new(
        Positions.new(clock: clock, ticks: @ticks, width: width, config: config),
        width: width,
        step: 1 << (sequence || layout['timestamp']).low,
        position: ->(bits) { layout['timestamp'].of(bits) << width | (sequence ? sequence.of(bits) : 0) },
        identifier: ->(*values) { layout.pack(node.merge(own.zip(values).to_h)) }
      )
    end

    private

    def known(form)
      form ||= @canonical
      FORMS.key?(form) ? form : raise(Skipped, "form #{form}")
    end

    # SNOW-68: the lowest field has the number's lowest bits.
    def numbered(config, own)
      fields = layout.fields.values.reject { |field| field.fixed || own.include?(field.name) }
      raise Skipped, 'numbered and fields' if fields.any? { |field| config.key?(field.name) }

      number = config.number('numbered')
      node = fields.reverse.to_h do |field|
        value = number & field.ones
        number >>= field.width
        [field.name, value]
      end
      number.zero? ? node : raise(Refused.new('range', field: 'node'))
    end

    # SNOW-66
    def node(config, own)
      layout.fields.values.each_with_object({}) do |field, node|
        name = field.name
        if field.fixed || own.include?(name)
          raise Refused.new('foreign', field: name) if config.key?(name)
        else
          node[name] = config.number(name) || raise(Refused.new('missing', field: name))
          raise Refused.new('range', field: name) if node[name] > field.ones
        end
      end
    end
  end
end
