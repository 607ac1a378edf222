import { describe, expect, it } from 'vitest'
import { event } from '../keys/event.js'
import { createEvents } from './events.js'

const Sent = event<{ id: number }>('SENT')

function setUp() {
  const errors: unknown[] = []
  const events = createEvents({ onListenerError: (error, id) => errors.push([id, error]) })
  return { events, errors }
}

describe('createEvents', () => {
  it('delivers to the listeners of the event and to those of all events', () => {
    const { events } = setUp()
    const heard: unknown[] = []
    events.on(Sent, ({ id }) => heard.push(id))
    events.on(event('OTHER'), () => heard.push('never'))
    events.onAny((any) => heard.push(any))
    events.emit(Sent, { id: 1 })
    expect(heard).toEqual([1, { id: 'SENT', payload: { id: 1 } }])
  })

  it('hears a function that was registered twice twice, and removes one registration at a time', () => {
    const { events } = setUp()
    let count = 0
    const listener = () => void count++
    const stop = events.on(Sent, listener)
    events.on(Sent, listener)
    events.emit(Sent, { id: 1 })
    expect(count).toBe(2)
    stop()
    stop()
    events.emit(Sent, { id: 2 })
    expect(count).toBe(3)
  })

  it('reports a listener that throws or rejects, and calls the others', async () => {
    const { events, errors } = setUp()
    const heard: string[] = []
    events.on(Sent, () => {
      throw 'thrown'
    })
    events.on(Sent, async () => Promise.reject('rejected'))
    events.onAny(() => {
      throw 'any'
    })
    events.on(Sent, () => void heard.push('on'))
    events.onAny(() => void heard.push('onAny'))
    events.emit(Sent, { id: 1 })
    await new Promise((resolve) => setTimeout(resolve))
    expect(heard).toEqual(['on', 'onAny'])
    expect(errors).toEqual([
      ['SENT', 'thrown'],
      ['SENT', 'any'],
      ['SENT', 'rejected'],
    ])
  })

  it('lets listeners come and go while it delivers', () => {
    const { events } = setUp()
    const heard: string[] = []
    const stop = events.on(Sent, () => {
      stop()
      heard.push('once')
      events.on(Sent, () => void heard.push('late'))
    })
    events.emit(Sent, { id: 1 })
    events.emit(Sent, { id: 2 })
    expect(heard).toEqual(['once', 'late'])
  })

  it('forgets everybody when it is cleared', () => {
    const { events } = setUp()
    let count = 0
    events.on(Sent, () => void count++)
    events.onAny(() => void count++)
    events.clear()
    events.emit(Sent, { id: 1 })
    expect(count).toBe(0)
  })
})
