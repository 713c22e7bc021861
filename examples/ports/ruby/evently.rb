# frozen_string_literal: true

require 'date'
require_relative 'canonical_json'
require_relative 'common'

module Ids
  # crates/evently-id/FORMAT.md
  class Evently < Format
    LAYOUTS = %w[evently].freeze
    PROFILES = %w[doc5 doc4 pg v1].freeze
    LAYOUT = Layout.new({ 'sign' => 1, 'timestamp' => 63, 'checksum' => 32, 'ledger' => 30, 'version' => 2 },
                        { 'sign' => 0 })
    UPPER_HEX = Digits.new('0123456789ABCDEF')
    TICKS = Ticks.new(unit: 1000, last: LAYOUT['timestamp'].ones)

    # CRC-32C (EVENTLY-18), byte by byte.
    CRC_TABLE = Array.new(256) do |byte|
      8.times.reduce(byte) { |value, _| value.odd? ? value >> 1 ^ 0x82f63b78 : value >> 1 }
    end.freeze

    def self.crc(text)
      text.each_byte.reduce(0xffffffff) { |crc, byte| CRC_TABLE[(crc ^ byte) & 255] ^ crc >> 8 } ^ 0xffffffff
    end

    def initialize(_layout) = super(LAYOUT)

    # EVENTLY-4, EVENTLY-5
    def text(bits, form)
      case form
      when nil, 'hex', 'lenient' then HEX.write(check(bits), 32)
      when 'upper' then HEX.write(check(bits), 32).upcase
      when 'uuid' then UUID.write(check(bits))
      else raise Skipped, "form #{form}"
      end
    end

    def parse_text(text, form)
      case form
      when nil, 'hex' then check(HEX.read_padded(text, 32))
      when 'upper' then check(UPPER_HEX.read_padded(text, 32))
      when 'uuid' then check(read_uuid(text))
      when 'lenient' then check(text.bytesize == 36 ? read_uuid(text) : EITHER_HEX.read_padded(text, 32))
      else raise Skipped, "form #{form}"
      end
    end

    def time(bits) = TICKS.start(fields(bits)['timestamp'])
    def range(time) = LAYOUT.ends('timestamp' => TICKS.of(time))

    # EVENTLY-8 to EVENTLY-14
    def canonical(form, json)
      options = {
        nil => {},
        'ecmascript' => { numbers: CanonicalJson::EcmaScript },
        'last-wins' => { last_wins: true }
      }
      CanonicalJson.write(CanonicalJson.read(json, **options.fetch(form) { raise Skipped, "form #{form}" }))
    end

    # The body of an event and its id.
    def event(profile, previous, json)
      previous = parse_text(previous, nil) if previous
      event = Event.new(json, profile || 'doc5', previous)
      [event.body, text(event.id, nil)]
    end

    # EVENTLY-15: the microseconds, and the timestamp as it is written.
    def timestamp(text)
      micros = Timestamp.read(text) || raise(Refused.new('timestamp'))
      [micros, Timestamp.write(micros)]
    end

    # EVENTLY-24 to EVENTLY-27
    def verify(after, lines)
      records = lines.join("\n").split("\n", -1)
      records.pop if records.last == ''
      last = after && parse_text(after, nil)
      profile = nil
      records.each_with_index do |record, count|
        profile ||= profile(record, last)
        last = Event.new(record, profile, last).verified
      rescue Refused => e
        return { valid: false, events: count.to_s, profile: nil, head: nil, failure: { kind: e.kind } }
      end
      { valid: true, events: records.size.to_s, profile: profile, head: last && text(last, nil) }
    end

    private

    def read_uuid(text)
      Ids.check_length(text, 36..36)
      UUID.read(text, EITHER_HEX)
    end

    # The first profile in which a ledger's first record is valid. If there is none, that is a mismatch if
    # one of them says so, and else what the first says.
    def profile(record, previous)
      failures = (previous ? %w[doc5 v1] : PROFILES).map do |profile|
        Event.new(record, profile, previous).verified
        return profile
      rescue Refused => e
        e
      end
      raise failures.find { |failure| failure.kind == 'mismatch' } || failures.first
    end

    # An event's timestamp in microseconds since the Unix epoch.
    module Timestamp
      PATTERN = /\A([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})
                 (?:\.([0-9]{1,6})0{0,3})?(?:Z|([+-])([0-9]{2}):([0-9]{2}))\z/x

      # Nil if it is not one.
      def self.read(text)
        match = PATTERN.match(text) or return
        year, month, day, hour, minute, second, = match.captures.map(&:to_i)
        offset_hour, offset_minute = match[9].to_i, match[10].to_i
        return unless Date.valid_civil?(year, month, day, Date::GREGORIAN)
        return if hour > 23 || minute > 59 || second > 59 || offset_hour > 23 || offset_minute > 59

        days = (Date.new(year, month, day, Date::GREGORIAN) - Date.new(1970, 1, 1)).to_i
        offset = (offset_hour * 60 + offset_minute) * (match[8] == '-' ? -1 : 1)
        seconds = (days * 1440 + hour * 60 + minute - offset) * 60 + second
        micros = seconds * 1_000_000 + match[7].to_s.ljust(6, '0').to_i
        micros if micros.between?(0, LAST)
      end

      LAST = 253_402_300_800_000_000 - 1

      def self.write(micros)
        seconds, micros = micros.divmod(1_000_000)
        fraction = format('%06d', micros).delete_suffix('000')
        fraction = fraction == '000' ? '' : ".#{fraction}"
        "#{Time.at(seconds).utc.strftime('%Y-%m-%dT%H:%M:%S')}#{fraction}Z"
      end
    end

    # An event that follows an id, or is the first of its ledger.
    class Event
      TYPES = { 'event' => :string, 'entity' => :string, 'key' => :string, 'entities' => :object, 'meta' => :object,
                'timestamp' => :string, 'eventId' => :string }.freeze

      attr_reader :body

      def initialize(json, profile, previous)
        @profile = profile
        @previous = previous
        @fields = read(json)
        @body = names.map { |name| part(@fields[name], name) }.join
      end

      # EVENTLY-16 to EVENTLY-23
      def id
        ledger = @previous ? @previous & 0xffffffff : first_ledger
        time = HEX.write(@micros, 16)
        key = HEX.write(ledger, 8)
        feed = @profile == 'v1' ? key + time : time + key
        checksum = Evently.crc(@body + feed + predecessor(time, key))
        @micros << 64 | checksum << 32 | ledger
      end

      # The id, if it is the one that the event says and its time goes on.
      def verified
        said = @fields['eventId'] || missing
        id = self.id
        raise Refused.new('mismatch') if said.escaped || said.content != HEX.write(id, 32)
        raise Refused.new('not_monotonic') if @previous && @micros <= @previous >> 64

        id
      end

      private

      def names = @profile == 'v1' ? %w[entity key event meta data] : %w[event entities meta data]

      def missing = raise(Refused.new('missing_field', index: 0))

      # The fields of the format. Their values are looked at as they stand, and then what is missing.
      def read(json)
        numbers = @profile == 'v1' ? CanonicalJson::EcmaScript : CanonicalJson::Decimal
        # The object that the event is does not count for the depth (EVENTLY-14).
        event = CanonicalJson.read(json, numbers: numbers, depth: CanonicalJson::DEPTH + 1)
        raise Refused.new('bad_field', index: 0) unless event.type == :object

        fields = event.content.slice(*event.content.keys & [*names, 'timestamp', 'eventId'])
        fields.each { |name, value| check(name, value) }
        missing unless [*names, 'timestamp'].all? { |name| fields.key?(name) }
        fields
      end

      def check(name, value)
        raise Refused.new('bad_field', index: value.at) if TYPES.key?(name) && value.type != TYPES[name]
        return if name != 'timestamp'

        @micros = Timestamp.read(value.content) unless value.escaped
        raise Refused.new('timestamp', index: value.at) unless @micros
      end

      def part(value, name)
        return value.content if TYPES[name] == :string

        CanonicalJson.write(value, pg: @profile == 'pg' && @previous.nil? && name != 'entities')
      end

      # EVENTLY-19, EVENTLY-21, EVENTLY-23
      def first_ledger
        covered = %w[doc4 v1].include?(@profile) ? @body : @body + HEX.write(@micros, 16)
        Evently.crc(covered) & ~3
      end

      # EVENTLY-20, EVENTLY-22, EVENTLY-23
      def predecessor(time, key)
        return HEX.write(@previous, 32) if @previous
        return "#{'0' * 24}#{key}" if @profile == 'v1'

        digits = "#{time}00000000#{key}"
        @profile == 'pg' ? Evently.crc(digits).to_s : digits
      end
    end
  end
end
