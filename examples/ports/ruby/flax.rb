# frozen_string_literal: true

require_relative 'common'

module Ids
  # crates/flax-id/FORMAT.md
  class Flax < Format
    LAYOUTS = %w[flax].freeze
    LAYOUT = Layout.new('timestamp' => 40, 'random' => 56)
    DIGITS = Digits.new(['-', *'0'..'9', *UPPER, '_', *LOWER].join)
    FORMS = {
      'base64' => Numeral.new(DIGITS, 16, true),
      'hex' => Numeral.new(HEX, 24, true),
      'decimal' => Numeral.new(DECIMAL, 29, false)
    }.freeze
    TICKS = Ticks.new(unit: 1_000_000, epoch: 1_420_070_400 * SECOND, last: LAYOUT['timestamp'].ones)

    def initialize(_layout) = super(LAYOUT)

    # FLAX-5, FLAX-6, FLAX-15
    def text(bits, form) = numeral(form).write(check(bits))
    def parse_text(text, form) = check(numeral(form).read(text))

    # FLAX-2
    def time(bits) = TICKS.start(fields(bits)['timestamp'])
    def range(time) = LAYOUT.ends('timestamp' => TICKS.of(time))

    def generator(config, clock, random) = Generator.new(Config.new(config, %w[monotonic max_ahead]), clock, random)

    private

    def numeral(form) = FORMS[form || 'base64'] || raise(Skipped, "form #{form}")

    # FLAX-8 to FLAX-14
    class Generator
      def initialize(config, clock, random)
        @monotonic = config.key?('monotonic')
        @ahead = TICKS.whole(config.number('max_ahead') || 0)
        @clock = clock
        @random = random
      end

      def generate = generate_at(TICKS.of(@clock.now))

      # All of a block from one reading of the clock. A failure after the first ends it.
      def reserve(count)
        tick = TICKS.of(@clock.now)
        runs = []
        begin
          count.times { runs << Run.new(generate_at(tick), 1, 1) }
        rescue Refused
          raise if runs.empty?
        end
        runs
      end

      # FLAX-13
      def resume(last)
        @monotonic = true
        @timestamp, @value = LAYOUT.unpack(last).values
      end

      private

      def generate_at(tick)
        word = @random.word
        timestamp = tick
        value = word >> 8
        timestamp, value = following(word, tick) if @monotonic && @timestamp && tick <= @timestamp
        @timestamp = timestamp
        @value = value
        LAYOUT.pack('timestamp' => timestamp, 'random' => value)
      end

      # FLAX-10 to FLAX-12
      def following(word, tick)
        timestamp = @timestamp
        value = @value + (word >> 32) + 1
        if value > LAYOUT['random'].ones
          timestamp += 1
          value = word >> 8
        end
        raise Refused.new('exhausted') if timestamp > TICKS.last
        raise Refused.new('wait', until: TICKS.start(timestamp - @ahead)) if timestamp > tick + @ahead

        [timestamp, value]
      end
    end
  end
end
