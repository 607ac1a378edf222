import { describe, expect, it } from 'vitest'
import { createServices } from './services.js'
import { token } from '../keys/token.js'

const Value = token<unknown>('test.value')
const Other = token<unknown>('test.other')

describe('createServices', () => {
  it('runs a factory once, on first use', () => {
    const services = createServices()
    let count = 0
    services.register(Value, () => ({ count: ++count }))
    expect(count).toBe(0)
    expect(services.get(Value)).toBe(services.get(Value))
    expect(count).toBe(1)
  })

  it('shares nothing between two containers', () => {
    const [left, right] = [createServices(), createServices()]
    left.register(Value, () => 'left')
    right.register(Value, () => 'right')
    expect([left.get(Value), right.get(Value)]).toEqual(['left', 'right'])
    right.register(Other, () => 1)
    expect(left.has(Other)).toBe(false)
    expect(left.find(Other)).toBeUndefined()
  })

  it.each([undefined, null, 0, '', false])(
    'keeps the value %s that a factory answers, and asks it once',
    (value) => {
      const services = createServices()
      let count = 0
      services.register(Value, () => {
        count += 1
        return value
      })
      expect([services.get(Value), services.get(Value)]).toEqual([value, value])
      expect(count).toBe(1)
    },
  )

  it('gives a factory the reader of its own container', () => {
    const services = createServices()
    services.register(Other, () => 'other')
    services.register(Value, (reader) => [reader.get(Other), reader.find(token('test.missing'))])
    expect(services.get(Value)).toEqual(['other', undefined])
  })

  it('throws what a factory throws, and asks it again next time', () => {
    const services = createServices()
    let count = 0
    services.register(Value, () => {
      count += 1
      if (count === 1) throw new Error('not yet')
      return 'now'
    })
    expect(() => services.get(Value)).toThrow('not yet')
    expect(services.get(Value)).toBe('now')
  })

  it('says what is missing', () => {
    const services = createServices()
    expect(services.find(Value)).toBeUndefined()
    expect(() => services.get(Value)).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: Nothing provides the service "test.value".

      Add the plugin that provides it to createKernel([...]), or ask with find() if it is optional.]
    `)
  })
})
