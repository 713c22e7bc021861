# frozen_string_literal: true

# What the formats share: errors, layouts, digits, ticks, and the generator of positions.
module Ids
  # The format refuses. An error says its kind and, where there is one, the index, the field or the instant.
  class Refused < StandardError
    attr_reader :kind, :details

    def initialize(kind, **details)
      super(kind)
      @kind = kind
      @details = details
    end

    def to_h = { kind: kind, **details.transform_values(&:to_s) }
  end

  # The program does not know what it was asked. This says nothing about the format.
  class Skipped < StandardError; end

  # Fields by name and width, most significant first. A few have one value only.
  class Layout
    Field = Struct.new(:name, :width, :low, :fixed) do
      def ones = (1 << width) - 1
      def of(bits) = bits >> low & ones
    end

    attr_reader :bits, :fields

    def initialize(widths, fixed = {})
      @bits = low = widths.values.sum
      @fields = widths.to_h { |name, width| [name, Field.new(name, width, low -= width, fixed[name])] }
    end

    def [](name) = fields.fetch(name)

    def free = fields.values.reject(&:fixed)

    # The number of these values; the fixed ones are put in.
    def pack(values)
      free.each { |field| raise Refused.new('missing', field: field.name) unless values.key?(field.name) }
      fields.values.sum do |field|
        value = field.fixed || values[field.name]
        raise Refused.new('range', field: field.name) if value > field.ones

        value << field.low
      end
    end

    # The smallest and the largest number with these values.
    def ends(values)
      [pack(free.to_h { |field| [field.name, 0] }.merge(values)),
       pack(free.to_h { |field| [field.name, field.ones] }.merge(values))]
    end

    def unpack(bits) = fields.transform_values { |field| field.of(bits) }

    def check(bits)
      raise Refused.new('too_large') if bits >> self.bits != 0

      wrong = fields.values.find { |field| field.fixed && field.of(bits) != field.fixed }
      raise Refused.new('fixed', field: wrong.name) if wrong

      bits
    end
  end

  # What `respond.rb` asks of a format. Each one overrides what it does in another way.
  class Format
    attr_reader :layout

    def initialize(layout) = @layout = layout

    def check(bits) = layout.check(bits)

    # What a form may be told, and whether it must be.
    def arguments(_form) = {}

    def bytes(bits, form)
      no_form(form)
      big_endian(check(bits), layout.bits / 8)
    end

    def parse_bytes(bytes, form)
      no_form(form)
      check(from_big_endian(bytes, layout.bits / 8))
    end

    def fields(bits) = layout.unpack(check(bits))

    def parse_fields(values)
      raise Skipped, 'fields' unless (values.keys - layout.free.map(&:name)).empty?

      layout.pack(values)
    end

    def time(_bits) = raise(Skipped, 'no time')
    def range(_time) = raise(Skipped, 'no time')
    def generator(_config, _clock, _random) = raise(Skipped, 'no generator')
    def canonical(_form, _json) = raise(Skipped, 'no JSON')
    def event(_profile, _previous, _json) = raise(Skipped, 'no events')
    def timestamp(_text) = raise(Skipped, 'no events')
    def verify(_after, _lines) = raise(Skipped, 'no ledgers')

    private

    def no_form(form)
      raise Skipped, "form #{form}" if form
    end

    def big_endian(number, size) = [number.to_s(16).rjust(size * 2, '0')].pack('H*')

    def from_big_endian(bytes, size)
      Ids.check_length(bytes, size..size)
      bytes.unpack1('H*').hex
    end
  end

  # The digits of numbers in an alphabet. An alias is another character for a digit.
  class Digits
    def initialize(alphabet, aliases = {})
      @alphabet = alphabet
      @values = Array.new(256)
      alphabet.each_byte.with_index { |byte, value| @values[byte] = value }
      aliases.each { |other, digit| @values[other.ord] = @values[digit.ord] }
    end

    def base = @alphabet.size

    def write(number, width = 1)
      number.digits(base).reverse.map { |digit| @alphabet[digit] }.join.rjust(width, @alphabet[0])
    end

    # The number of the bytes from one index to another.
    def read(text, from = 0, to = text.bytesize)
      (from...to).reduce(0) do |number, at|
        number * base + (@values[text.getbyte(at)] || raise(Refused.new('digit', index: at)))
      end
    end

    def read_padded(text, width)
      Ids.check_length(text, width..width)
      read(text)
    end

    # A number without leading zeros, in at most `longest` digits.
    def read_shortest(text, longest)
      Ids.check_length(text, 1..longest)
      number = read(text)
      raise Refused.new('leading_zero', index: 0) if text.bytesize > 1 && read(text, 0, 1).zero?

      number
    end
  end

  def self.check_length(text, lengths)
    size = text.bytesize
    raise Refused.new('length', index: [size, lengths.max].min) unless lengths.cover?(size)
  end

  LOWER = [*'a'..'z'].freeze
  UPPER = [*'A'..'Z'].freeze
  LOWER_AS_UPPER = LOWER.zip(UPPER).to_h.freeze
  UPPER_AS_LOWER = UPPER.zip(LOWER).to_h.freeze

  DECIMAL = Digits.new('0123456789')
  HEX = Digits.new('0123456789abcdef')
  EITHER_HEX = Digits.new('0123456789abcdef', UPPER_AS_LOWER.slice(*'A'..'F'))
  BASE64URL = Digits.new([*UPPER, *LOWER, *'0'..'9', '-', '_'].join)

  # A number in at most `longest` digits or, if padded, in exactly these.
  Numeral = Struct.new(:digits, :longest, :padded) do
    def write(number) = digits.write(number, padded ? longest : 1)
    def read(text) = padded ? digits.read_padded(text, longest) : digits.read_shortest(text, longest)
  end

  # Hexadecimal digits in groups with hyphens between, as UUIDs are written.
  class Grouped
    attr_reader :size

    def initialize(*widths)
      @widths = widths
      @size = widths.sum + widths.size - 1
    end

    def write(bits)
      digits = HEX.write(bits, @widths.sum)
      @widths.map { |width| digits.slice!(0, width) }.join('-')
    end

    # Reads a text of the right length, which may be in front of something and behind it.
    def read(text, digits, start = 0)
      ends = @widths.each_with_object([]) { |width, all| all << (all.empty? ? start : all.last + 1) + width }
      ends[0...-1].each { |at| raise Refused.new('expected', index: at) if text.getbyte(at) != '-'.ord }
      ends.zip(@widths).reduce(0) { |bits, (to, width)| bits << 4 * width | digits.read(text, to - width, to) }
    end
  end

  UUID = Grouped.new(8, 4, 4, 4, 12)

  SECOND = 1_000_000_000

  # Ticks of one length, in nanoseconds, since an epoch. Rational lengths are exact.
  class Ticks
    attr_reader :last

    def initialize(unit:, last:, epoch: 0)
      @unit = unit.to_r
      @last = last
      @epoch = epoch
    end

    def of(instant)
      raise Refused.new('before_epoch', until: @epoch) if instant < @epoch

      tick = whole(instant - @epoch)
      raise Refused.new('after_end', until: start(last)) if tick > last

      tick
    end

    def start(tick) = @epoch + (tick * @unit).ceil

    def whole(duration) = (duration / @unit).floor
  end

  # What a script says that the time is. An instant before the Unix epoch has no number.
  class Clock
    attr_writer :now

    def initialize = @now = 0

    def now
      raise Refused.new('before_epoch', until: 0) if @now.negative?

      @now
    end
  end

  # The random source: words of 64 bits, least significant byte first.
  class Words
    def initialize(bytes)
      @bytes = bytes
      @at = 0
    end

    def word
      raise Refused.new('entropy') if @bytes.bytesize - @at < 8

      @at += 8
      @bytes[@at - 8, 8].unpack1('Q<')
    end
  end

  # Strings under keys, as a request has them. What it cannot read is skipped.
  class Config
    def initialize(values, keys)
      unknown = values.keys - keys
      raise Skipped, "config #{unknown.first}" unless unknown.empty?

      @values = values
    end

    def [](key) = @values[key]
    def key?(key) = @values.key?(key)
    def require(key) = @values[key] || raise(Skipped, "no #{key}")
    def number(key) = key?(key) ? Ids.number(@values[key]) : nil
  end

  def self.number(text)
    ok = text.is_a?(String) && text.bytesize <= 39 && text.match?(/\A(0|[1-9][0-9]*)\z/) && text.to_i >> 128 == 0
    ok ? text.to_i : raise(Skipped, 'a number')
  end

  # Identifiers of one distance.
  Run = Struct.new(:first, :count, :step) do
    def last = first + (count - 1) * step
  end

  # SNOW-60 to SNOW-67: a number that only grows. It is a tick followed by a sequence of `width` bits.
  class Positions
    attr_writer :state

    def initialize(clock:, ticks:, width:, config:, limit: ticks.last + 1 << width)
      @clock = clock
      @ticks = ticks
      @width = width
      @limit = limit
      @ahead = ticks.whole(config.number('max_ahead') || 0)
      @rolling = (1 << [config.number('rolling') || 0, width].min) - 1
      @state = 0
    end

    # The first of `count` consecutive positions.
    def take(count)
      tick = @ticks.of(@clock.now)
      first = [@state, tick << @width | @state & @rolling].max
      last = first + count - 1
      refuse(count, last) if last >= @limit || last >> @width > tick + @ahead
      @state = last + 1
      first
    end

    private

    def refuse(count, last)
      raise Refused.new('too_many') if count > (@ahead + 1 << @width) - @rolling
      raise Refused.new('exhausted') if last >= @limit

      raise Refused.new('wait', until: @ticks.start((last >> @width) - @ahead))
    end
  end

  # Makes identifiers of positions. The format says the identifier of a tick and a sequence number, the
  # distance of two neighbours, and the position of an identifier.
  class Sequence
    def initialize(positions, width:, step:, position:, identifier:)
      @positions = positions
      @width = width
      @step = step
      @position = position
      @identifier = identifier
    end

    def generate = reserve(1).first.first

    def reserve(count)
      at = @positions.take(count)
      stop = at + count
      runs = []
      while at < stop
        tick = at >> @width
        upto = [stop, tick + 1 << @width].min
        runs << Run.new(@identifier.call(tick, at - (tick << @width)), upto - at, @step)
        at = upto
      end
      runs
    end

    def resume(last)
      @positions.state = @position.call(last) + 1
    end
  end
end
