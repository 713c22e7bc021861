# frozen_string_literal: true

require 'strscan'
require_relative 'common'

module Ids
  # Reads JSON and keeps what the canonical form needs: where a value begins, its members in order, and its
  # numbers as they are to be written (EVENTLY-8 to EVENTLY-14).
  class CanonicalJson
    # A value. The content of an object are its members by key, that of a number its canonical text.
    Value = Struct.new(:type, :at, :content, :escaped)

    DEPTH = 128
    ADDED = 16 << 20
    ESCAPES = { '"' => '"', '\\' => '\\', 'b' => "\b", 'f' => "\f", 'n' => "\n", 'r' => "\r", 't' => "\t" }.freeze
    WRITTEN = ESCAPES.to_h { |letter, char| [char, "\\#{letter}"] }.freeze
    LITERALS = { 't' => 'true', 'f' => 'false', 'n' => 'null' }.freeze

    def self.read(text, **options) = new(text, **options).document

    # `numbers` writes a number: Decimal or EcmaScript. `depth` is how many arrays and objects may nest.
    def initialize(text, numbers: Decimal, depth: DEPTH, last_wins: false)
      @scan = StringScanner.new(text.b)
      @numbers = numbers
      @depth = depth
      @last_wins = last_wins
      @added = 0
    end

    def document
      value = value(0)
      space
      wrong unless @scan.eos?
      value
    end

    # The canonical text. `pg` is the order of keys and the white space of EVENTLY-22.
    def self.write(value, pg: false)
      case value.type
      when :object
        keys = value.content.keys.sort_by { |key| pg ? [key.bytesize, key.b] : key.b }
        members = keys.map { |key| "#{quote(key)}:#{' ' if pg}#{write(value.content[key], pg: pg)}" }
        "{#{members.join(pg ? ', ' : ',')}}"
      when :array then "[#{value.content.map { |item| write(item, pg: pg) }.join(pg ? ', ' : ',')}]"
      when :string then quote(value.content)
      else value.content
      end
    end

    # EVENTLY-10
    def self.quote(text)
      "\"#{text.gsub(/["\\\x00-\x1f]/) { |char| WRITTEN[char] || format('\u%04x', char.ord) }}\""
    end

    private

    def space = @scan.skip(/[ \t\n\r]+/)

    def wrong(at = @scan.pos) = raise(Refused.new('syntax', index: at))

    def take(char)
      space
      @scan.getch if @scan.peek(1) == char
    end

    def value(depth)
      space
      at = @scan.pos
      case @scan.peek(1)
      when '{' then nested(:object, at, depth) { object(depth + 1) }
      when '[' then nested(:array, at, depth) { array(depth + 1) }
      when '"'
        content = string
        Value.new(:string, at, content, @scan.pos - at - 2 != content.bytesize)
      when /[-0-9]/ then Value.new(:number, at, number(at))
      when 't', 'f', 'n' then Value.new(:literal, at, literal(at))
      else wrong
      end
    end

    def nested(type, at, depth)
      raise Refused.new('depth', index: at) if depth == @depth

      @scan.getch
      Value.new(type, at, yield)
    end

    def array(depth)
      return [] if take(']')

      items = [value(depth)]
      items << value(depth) while take(',')
      take(']') || wrong
      items
    end

    def object(depth)
      members = {}
      return members if take('}')

      loop do
        space
        at = @scan.pos
        wrong if @scan.peek(1) != '"'
        key = string
        raise Refused.new('duplicate_key', index: at) if members.key?(key) && !@last_wins

        take(':') || wrong
        members[key] = value(depth)
        break unless take(',')
      end
      take('}') || wrong
      members
    end

    def literal(at)
      word = LITERALS[@scan.peek(1)]
      @scan.skip(/#{word}/) || wrong(at)
      word
    end

    def string
      @scan.getch
      text = +''
      loop do
        text << @scan.scan(/[^"\\\x00-\x1f]*/n).force_encoding('UTF-8')
        return text if @scan.skip(/"/)

        @scan.peek(1) == '\\' ? text << escape : wrong
      end
    end

    def escape
      at = @scan.pos
      return ESCAPES.fetch(@scan[1], '/') if @scan.skip(%r{\\(["\\/bfnrt])})

      unit = unit(at)
      raise Refused.new('nul', index: at) if unit.zero?

      case unit
      when 0xd800..0xdbff
        low = @scan.skip(/\\u([Dd][C-Fc-f]\h\h)/) ? @scan[1].hex : raise(Refused.new('lone_surrogate', index: at))
        [0x10000 + (unit - 0xd800 << 10) + low - 0xdc00].pack('U')
      when 0xdc00..0xdfff then raise Refused.new('lone_surrogate', index: at)
      else [unit].pack('U')
      end
    end

    def unit(at)
      @scan.skip(/\\u(\h{4})/) ? @scan[1].hex : wrong(at)
    end

    def number(at)
      @scan.skip(/-/)
      whole = @scan.scan(/0|[1-9][0-9]*/) || wrong
      fraction = @scan.skip(/\./) ? digits : ''
      exponent = @scan.skip(/[eE]/) ? @scan.scan(/[+-]?/) + digits : ''
      sign = @scan.string.getbyte(at) == '-'.ord ? '-' : ''
      written = @numbers.write(sign, whole, fraction, exponent) || raise(Refused.new('number_range', index: at))
      @added += [written.count('0-9') - (@scan.pos - at), 0].max
      raise Refused.new('too_large', index: at) if @added > ADDED

      written
    end

    def digits = @scan.scan(/[0-9]+/) || wrong

    # EVENTLY-11, EVENTLY-12
    module Decimal
      def self.write(sign, whole, fraction, exponent)
        return if exponent.delete('+-').sub(/\A0+/, '').size > 9

        shift = exponent.to_i - fraction.size
        scale = [0, -shift].max
        digits = (whole + fraction).sub(/\A0+/, '')
        zero = digits.empty?
        return if scale > 16_383 || !zero && digits.size + shift > 131_072

        digits += '0' * shift if shift.positive? && !zero
        digits = digits.rjust(scale + 1, '0')
        digits.insert(-scale - 1, '.') if scale.positive?
        zero ? digits : sign + digits
      end
    end

    # EVENTLY-23: the nearest binary64, as ECMAScript writes it.
    module EcmaScript
      def self.write(sign, whole, fraction, exponent)
        digits = (whole + fraction).sub(/\A0+/, '')
        power = exponent.to_i - fraction.size
        return '0' if digits.empty? || digits.size + power < -330
        return if digits.size + power > 310

        nearest = nearest(digits.to_i * 10r**power)
        return if nearest.infinite?

        nearest.zero? ? '0' : sign + shortest(nearest)
      end

      # Rounded to 53 bits, or fewer where the smallest binary64 has fewer, half to even.
      def self.nearest(value)
        power = value.numerator.bit_length - value.denominator.bit_length - 53
        power += 1 if value / 2r**power >= 1 << 53
        power = [power, -1074].max
        Math.ldexp((value / 2r**power).round(half: :even), power)
      end

      def self.shortest(float)
        whole, fraction, power = float.to_s.match(/\A([0-9]+)\.([0-9]+)(?:e([+-][0-9]+))?\z/).captures
        digits = (whole + fraction).sub(/\A0+/, '')
        point = digits.size - fraction.size + power.to_i
        digits = digits.sub(/0+\z/, '')
        size = digits.size
        if point.between?(size, 21) then digits + '0' * (point - size)
        elsif point.between?(1, 21) then digits.insert(point, '.')
        elsif point.between?(-5, 0) then "0.#{'0' * -point}#{digits}"
        else
          digits.insert(1, '.') if size > 1
          format('%se%+d', digits, point - 1)
        end
      end
    end
  end
end
