#!/usr/bin/env ruby
# frozen_string_literal: true

# Answers the questions of `ids conform` (docs/protocol.md): ids conform -- ruby examples/ports/ruby/respond.rb

require 'json'
require_relative 'evently'
require_relative 'flax'
require_relative 'kuid'
require_relative 'luuid'
require_relative 'siq'
require_relative 'snowflake'

module Ids
  FORMATS = {
    'flax' => Flax, 'snowflake' => Snowflake, 'kuid' => Kuid, 'siq' => Siq, 'luuid' => Luuid, 'evently' => Evently
  }.freeze

  # An object of a request, which remembers whether a key stood in it twice.
  class Members < Hash
    def []=(key, value)
      @repeated ||= key?(key)
      super
    end

    def repeated? = @repeated || values.any? { |value| repeated_in?(value) }

    private

    def repeated_in?(value)
      case value
      when Members then value.repeated?
      when Array then value.any? { |item| repeated_in?(item) }
      end
    end
  end

  # Checks a request against the tables of protocol.md, and gives its values.
  module Request
    # The keys that each shape of an operation must have, and those that it may have.
    SHAPES = {
      'start' => [[%w[protocol], []]],
      'parse' => [
        [%w[format text], %w[layout form args]],
        [%w[format bytes], %w[layout form args]],
        [%w[format fields], %w[layout]]
      ],
      'format' => [[%w[format bits as], %w[layout form args]]],
      'range' => [[%w[format time], %w[layout]]],
      'generate' => [[%w[format rng steps], %w[layout config]]],
      'canonical' => [
        [%w[format json], %w[layout form]],
        [%w[format event], %w[layout profile previous]],
        [%w[format timestamp], %w[layout]]
      ],
      'verify' => [[%w[format lines], %w[layout after]]],
      'stop' => [[[], []]]
    }.freeze

    def self.read(request)
      raise Skipped, 'a key twice' if request.repeated?

      Ids.number(request['seq'])
      shapes = SHAPES[request['op']] || raise(Skipped, 'op')
      keys = request.keys - %w[seq op]
      known = shapes.any? { |needed, others| (needed - keys).empty? && (keys - needed - others).empty? }
      raise Skipped, 'keys' unless known

      keys.to_h { |key| [key.to_sym, value(key, request[key])] }
    end

    def self.value(key, value)
      case key
      when 'protocol' then one_of(%w[1], value)
      when 'format' then one_of(FORMATS.keys, value)
      when 'as' then one_of(%w[text bytes fields time], value)
      when 'profile' then one_of(Evently::PROFILES, value)
      when 'bits', 'time' then Ids.number(value)
      when 'bytes', 'rng' then hex(value)
      when 'fields' then object(value).transform_values { |number| Ids.number(number) }
      when 'config', 'args' then object(value).transform_values { |text| string(text) }
      when 'lines' then list(value).map { |line| string(line) }
      when 'steps' then steps(list(value))
      else string(value)
      end
    end

    def self.steps(steps)
      raise Skipped, 'no steps' if steps.empty?

      steps.map do |step|
        raise Skipped, 'a step' unless (object(step).keys - %w[clock call count]).empty?

        clock = instant(step['clock']) if step.key?('clock')
        call = one_of(%w[generate reserve resume restart], step['call'])
        [clock, call, Ids.number(step.fetch('count', '1'))]
      end
    end

    def self.instant(value)
      instant = string(value).start_with?('-') && value != '-0' ? -Ids.number(value[1..]) : Ids.number(value)
      instant.between?(-1 << 127, (1 << 127) - 1) ? instant : raise(Skipped, 'an instant')
    end

    def self.hex(value) = string(value).match?(/\A(?:[0-9a-f]{2})*\z/) ? [value].pack('H*') : raise(Skipped, 'bytes')
    def self.one_of(known, value) = known.include?(value) ? value : raise(Skipped, value.to_s)
    def self.string(value) = value.is_a?(String) ? value : raise(Skipped, 'a string')
    def self.object(value) = value.is_a?(Members) ? value : raise(Skipped, 'an object')
    def self.list(value) = value.is_a?(Array) ? value : raise(Skipped, 'a list')
  end

  # The answers, an operation each.
  module Answer
    def self.to(request)
      values = Request.read(request)
      format = format_of(**values.slice(:format, :layout)) if values.key?(:format)
      { result: send(request['op'], format, **values.except(:format, :layout)) }
    rescue Refused => e
      { error: e.to_h }
    rescue Skipped => e
      { skipped: e.message }
    end

    def self.format_of(format:, layout: nil)
      known = FORMATS[format]
      layout ||= known::LAYOUTS.first if known::LAYOUTS.size == 1
      known::LAYOUTS.include?(layout) ? known.new(layout) : raise(Skipped, "layout #{layout}")
    end

    def self.start(_format, protocol:)
      { protocol: protocol, name: 'ids-ruby', version: '1', language: 'Ruby', formats: FORMATS.keys }
    end

    def self.parse(format, text: nil, bytes: nil, fields: nil, form: nil, args: nil)
      bits = if text then format.parse_text(text, form, **arguments(format, form, args))
             elsif bytes then format.parse_bytes(bytes, form, **arguments(format, form, args))
             else format.parse_fields(fields)
             end
      { bits: bits.to_s }
    end

    def self.format(format, bits:, as:, form: nil, args: nil)
      case as
      when 'text' then { text: format.text(bits, form, **arguments(format, form, args)) }
      when 'bytes' then { bytes: format.bytes(bits, form, **arguments(format, form, args)).unpack1('H*') }
      else
        raise Skipped, "form of #{as}" if form || args

        as == 'time' ? { time: format.time(bits).to_s } : { fields: format.fields(bits).transform_values(&:to_s) }
      end
    end

    # What the form is told, if it is what it has to be told.
    def self.arguments(format, form, args)
      args = args.to_h.transform_keys(&:to_sym)
      known = format.arguments(form)
      missing = known.select { |_, needed| needed }.keys - args.keys
      missing.empty? && (args.keys - known.keys).empty? ? args : raise(Skipped, 'args')
    end

    def self.range(format, time:)
      first, last = format.range(time)
      { first: first.to_s, last: last.to_s }
    end

    def self.generate(format, rng:, steps:, config: {})
      script = Script.new(format, config, rng)
      { steps: steps.map { |clock, call, count| script.step(clock, call, count) } }
    end

    def self.canonical(format, json: nil, form: nil, event: nil, profile: nil, previous: nil, timestamp: nil)
      if json then { canonical: format.canonical(form, json) }
      elsif event then %i[body event_id].zip(format.event(profile, previous, event)).to_h
      else %i[micros written].zip(format.timestamp(timestamp).map(&:to_s)).to_h
      end
    end

    def self.verify(format, lines:, after: nil) = format.verify(after, lines)

    def self.stop(_format) = {}
  end

  # A generator under a scripted clock (docs/vectors/README.md).
  class Script
    def initialize(format, config, rng)
      @format = format
      @config = config
      @clock = Clock.new
      @random = Words.new(rng)
    end

    def step(clock, call, count)
      @clock.now = clock if clock
      runs = []
      begin
        call(call, count, runs)
      rescue Refused => e
        error = e.to_h
      end
      @last = runs.last.last unless runs.empty?
      { ids: runs.map { |run| written(run) }, error: error }.compact
    end

    private

    def call(call, count, runs)
      raise Skipped, 'nothing to resume after' if call == 'resume' && !@last

      @generator = nil if %w[resume restart].include?(call)
      @generator ||= @format.generator(@config, @clock, @random)
      case call
      when 'generate' then count.times { runs << Run.new(@generator.generate, 1, 1) }
      when 'reserve' then runs.concat(@generator.reserve(count)) if count.positive?
      when 'resume' then @generator.resume(@last)
      end
    end

    def written(run) = run.count == 1 ? run.first.to_s : run.to_h.transform_values(&:to_s)
  end
end

$stdin.set_encoding('UTF-8')
$stdout.sync = true
$stdin.each_line("\n") do |line|
  request = JSON.parse(line, object_class: Ids::Members, max_nesting: false)
  abort 'no seq' unless request.is_a?(Ids::Members) && request['seq'].is_a?(String)

  $stdout.puts JSON.generate({ seq: request['seq'], **Ids::Answer.to(request) }, ascii_only: true)
  break if request['op'] == 'stop'
end
