import { expectTypeOf, it } from 'vitest'
import type { Kernel, PluginInput } from '../createKernel.js'
import { type Deps, definePlugin, type Plugin, type ServiceReader } from './definePlugin.js'
import { token } from '../keys/token.js'

interface Prices {
  read(): number
}
const PricesToken = token<Prices>('example.prices')
const Text = token<string>('example.text')
const Version = token<'one' | 'two'>('example.version')

it('hands a setup what it requires, and what it may do without as possibly undefined', () => {
  const plugin = definePlugin({
    id: 'example.user',
    kernel: '^1.0.0',
    requires: { prices: PricesToken, text: Text },
    optional: { version: Version },
    setup(context, deps) {
      expectTypeOf(deps.prices).toEqualTypeOf<Prices>()
      expectTypeOf(deps.text).toEqualTypeOf<string>()
      expectTypeOf(deps.version).toEqualTypeOf<'one' | 'two' | undefined>()
      // @ts-expect-error nobody asked for it
      deps.other
      expectTypeOf(context.get(PricesToken)).toEqualTypeOf<Prices>()
      expectTypeOf(context.find(PricesToken)).toEqualTypeOf<Prices | undefined>()
      expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>()
    },
  })
  expectTypeOf(plugin).toEqualTypeOf<Plugin>()
})

it('hands a setup nothing when it asks for nothing', () => {
  definePlugin({
    id: 'example.plain',
    kernel: '^1.0.0',
    setup(_, deps) {
      expectTypeOf<keyof typeof deps>().toEqualTypeOf<never>()
    },
  })
  expectTypeOf<Deps<{ a: typeof Text }, { b: typeof Version }>>().toExtend<{
    readonly a: string
    readonly b: 'one' | 'two' | undefined
  }>()
})

it('types what is provided by its token', () => {
  definePlugin({
    id: 'example.maker',
    kernel: '^1.0.0',
    provides: [PricesToken, Version],
    setup(context) {
      context.provide(PricesToken, (services) => {
        expectTypeOf(services).toEqualTypeOf<ServiceReader>()
        return { read: () => 1 }
      })
      context.provide(Version, () => 'one')
      // @ts-expect-error a value does not widen the token
      context.provide(Version, () => 'three')
      // @ts-expect-error a member is missing
      context.provide(PricesToken, () => ({}))
      // @ts-expect-error a factory, not a value
      context.provide(Text, 'text')
      return { start: async () => {} }
    },
  })
})

it('refuses a plugin that is not whole', () => {
  // @ts-expect-error without a kernel range
  definePlugin({ id: 'example.bad', setup() {} })
  // @ts-expect-error without a setup
  definePlugin({ id: 'example.bad', kernel: '^1.0.0' })
  // @ts-expect-error a setup that answers later
  definePlugin({ id: 'example.bad', kernel: '^1.0.0', async setup() {} })
  // @ts-expect-error a list in place of a record
  definePlugin({ id: 'example.bad', kernel: '^1.0.0', requires: [PricesToken], setup() {} })
})

it('takes plugins, lists of them and falsy entries', () => {
  const plugin = definePlugin({ id: 'example.plain', kernel: '^1.0.0', setup() {} })
  expectTypeOf<[Plugin, false, null, undefined, Plugin[], readonly (Plugin | false)[][]]>().toExtend<
    readonly PluginInput[]
  >()
  const factory = () => plugin
  // @ts-expect-error a factory that was not called
  const input: PluginInput = factory
  // @ts-expect-error true is no plugin
  const truth: PluginInput = true
  expectTypeOf([input, truth]).toBeArray()
  expectTypeOf<Kernel['get']>().toEqualTypeOf<ServiceReader['get']>()
})
