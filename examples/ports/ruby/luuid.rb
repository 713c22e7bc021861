# frozen_string_literal: true

require_relative 'common'

module Ids
  # crates/luuid/FORMAT.md
  class Luuid < Format
    LAYOUTS = %w[luuid luuid-v8].freeze
    VERSIONS = { 'luuid' => 6, 'luuid-v8' => 8 }.freeze
    WIDTHS = { 'key' => 48, 'version' => 4, 'group' => 12, 'variant' => 4, 'random' => 60 }.freeze
    VARIANT = 10

    # The 32 digits in groups, between what is before and behind them.
    Shape = Struct.new(:groups, :before, :after) do
      def size = before.size + groups.size + after.size

      def write(bits) = before + groups.write(bits) + after

      def read(text, digits)
        Ids.check_length(text, size..size)
        raise Refused.new('expected', index: 0) unless text.b.downcase.start_with?(before)
        raise Refused.new('expected', index: size - 1) unless text.end_with?(after)

        groups.read(text, digits, before.size)
      end
    end

    # LUUID-6, LUUID-7
    SHAPES = {
      'uuid' => Shape.new(UUID, '', ''),
      'upper' => Shape.new(UUID, '', ''),
      'hex' => Shape.new(Grouped.new(32), '', ''),
      'urn' => Shape.new(UUID, 'urn:uuid:', ''),
      'braced' => Shape.new(UUID, '{', '}'),
      'published' => Shape.new(Grouped.new(9, 3, 4, 4, 12), '', '')
    }.freeze

    def initialize(name) = super(Layout.new(WIDTHS, { 'version' => VERSIONS[name], 'variant' => VARIANT }))

    # LUUID-2: both versions are read, under either name.
    def check(bits)
      version, variant = layout.unpack(bits).values_at('version', 'variant')
      check_version(version)
      raise Refused.new('fixed', field: 'variant') if variant != VARIANT

      bits
    end

    # LUUID-4
    def self.group(name)
      name.each_byte.reduce(0xfff) do |register, byte|
        8.times.reduce(register ^ byte) { |value, _| value.odd? ? value >> 1 ^ 0xf01 : value >> 1 }
      end ^ 0xfff
    end

    def text(bits, form)
      case form
      when nil, 'lenient' then UUID.write(check(bits))
      when 'upper' then UUID.write(check(bits)).upcase
      when *SHAPES.keys then SHAPES[form].write(check(bits))
      when 'key', 'key_lenient' then HEX.write(within('key', bits))
      when 'group', 'name', 'name_hex' then HEX.write(within('group', bits), 3)
      when 'prefix' then write_prefix(bits)
      else raise Skipped, "form #{form}"
      end
    end

    def parse_text(text, form)
      case form
      when nil, 'uuid' then check(SHAPES['uuid'].read(text, HEX))
      when 'lenient' then check(shape(text).read(text, EITHER_HEX))
      when *SHAPES.keys then check(SHAPES[form].read(text, EITHER_HEX))
      when 'key' then HEX.read_shortest(text, 12)
      when 'key_lenient' then read_key(text)
      when 'group' then HEX.read_padded(text, 3)
      when 'name' then Luuid.group(text)
      when 'name_hex' then Luuid.group(read_hex(text))
      when 'prefix' then read_prefix(text)
      else raise Skipped, "form #{form}"
      end
    end

    def generator(config, _clock, random)
      Generator.new(layout, Config.new(config, %w[group start end rebase]), random)
    end

    # LUUID-11 to LUUID-14
    class Generator
      def initialize(layout, config, random)
        raise Skipped, 'start and end go together' if config.key?('start') != config.key?('end')

        @layout = layout
        @random = random
        @group = config.number('group') || 0
        @next = [config.number('start') || 1, 1].max
        @end = config.number('end') || 1 << 48
        raise Refused.new('range', field: 'group') if @group > layout['group'].ones
        raise Refused.new('range', field: 'key') if @end > 1 << 48

        rebase = config.number('rebase') || 0
        raise Refused.new('range', field: 'key') if rebase > layout['key'].ones

        stay_above(rebase)
      end

      def generate
        word = @random.word
        raise Refused.new('exhausted') if @next >= @end

        @next += 1
        @layout.pack('key' => @next - 1, 'group' => @group, 'random' => word >> 4)
      end

      def reserve(count)
        runs = []
        begin
          count.times { runs << Run.new(generate, 1, 1) }
        rescue Refused
          raise if runs.empty?
        end
        runs
      end

      def resume(last) = stay_above(@layout['key'].of(last))

      private

      def stay_above(key)
        @next = [@next, key + 1].max
      end
    end

    private

    def check_version(version)
      raise Refused.new('fixed', field: 'version') unless VERSIONS.value?(version)
    end

    def within(field, number)
      raise Refused.new('too_large') if number >> 64 != 0

      number > layout[field].ones ? raise(Refused.new('range', field: field)) : number
    end

    # LUUID-7: the length says what a text is meant to be.
    def shape(text)
      case text.bytesize
      when 32 then SHAPES['hex']
      when 38 then SHAPES['braced']
      when 36 then SHAPES[text.getbyte(9) == '-'.ord && text.getbyte(8) != '-'.ord ? 'published' : 'uuid']
      else SHAPES['urn']
      end
    end

    # LUUID-9: one hyphen may be before the last three digits or the last four.
    def read_key(text)
      at = text.b.index('-')
      return HEX.read_shortest(text, 12) unless at

      raise Refused.new('digit', index: at) unless [4, 5].include?(text.bytesize - at) && at.positive?

      Ids.check_length(text.delete('-'), 1..12)
      raise Refused.new('leading_zero', index: 0) if text.start_with?('0')

      HEX.read(text, 0, at) << 4 * (text.bytesize - at - 1) | HEX.read(text, at + 1)
    end

    def read_hex(text)
      raise Skipped, 'no bytes' unless text.match?(/\A(?:[0-9a-f]{2})*\z/)

      [text].pack('H*')
    end

    # LUUID-10: `23-122e-6aa1`
    def write_prefix(bits)
      raise Refused.new('too_large') if bits >> 64 != 0

      check_version(bits >> 12 & 15)
      key = HEX.write(bits >> 16)
      key = "#{key[0...-4]}-#{key[-4..]}" if key.size > 4
      "#{key}-#{HEX.write(bits & 0xffff, 4)}"
    end

    def read_prefix(text)
      size = text.bytesize
      raise Refused.new('length', index: [size, 18].min) unless size.between?(6, 18)

      hyphens = size > 9 ? [size - 10, size - 5] : [size - 5]
      hyphens.each { |at| raise Refused.new('expected', index: at) if text.getbyte(at) != '-'.ord }
      raise Refused.new('digit', index: 0) if hyphens.first.zero?

      bits = [0, *hyphens.map { |at| at + 1 }].zip([*hyphens, size]).reduce(0) do |number, (from, to)|
        number << 4 * (to - from) | HEX.read(text, from, to)
      end
      raise Refused.new('leading_zero', index: 0) if text.start_with?('0') && size != 6

      check_version(bits >> 12 & 15)
      bits
    end
  end
end
