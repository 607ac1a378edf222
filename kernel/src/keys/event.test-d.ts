import { expectTypeOf, it } from 'vitest'
import type { PluginContext } from '../engine/definePlugin.js'
import { event, type EventKey } from './event.js'
import type { AnyEvent, Events } from '../engine/events.js'

const Sent = event<{ readonly hash: string }>('SEND_SUCCESS')
const Level = event<'low' | 'high'>('LEVEL')

it('carries the type of its payload', () => {
  expectTypeOf(Sent).toEqualTypeOf<EventKey<{ readonly hash: string }>>()
})

it('types who emits and who listens', () => {
  const use = (context: PluginContext, events: Events) => {
    context.emit(Sent, { hash: '0x' })
    events.emit(Level, 'low')
    context.on(Sent, (payload) => expectTypeOf(payload).toEqualTypeOf<{ readonly hash: string }>())
    events.on(Level, (payload) => expectTypeOf(payload).toEqualTypeOf<'low' | 'high'>())
    events.onAny((any) => expectTypeOf(any).toEqualTypeOf<AnyEvent>())
    // @ts-expect-error a member is missing
    context.emit(Sent, {})
    // @ts-expect-error the payload does not widen the key
    events.emit(Level, 'middle')
    // @ts-expect-error the listener wants another payload
    events.on(Sent, (payload: { readonly hash: number }) => payload)
  }
  expectTypeOf(use).toBeFunction()
})
