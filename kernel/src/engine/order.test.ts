import { describe, expect, it } from 'vitest'
import { definePlugin, type Plugin } from './definePlugin.js'
import { orderPlugins } from './order.js'
import { type Token, token } from '../keys/token.js'

const tokens = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, token(id)])) as Record<
  string,
  Token<unknown>
>

function plugin(id: string, { provides = '', requires = '', optional = '' } = {}): Plugin {
  const record = (names: string) =>
    Object.fromEntries([...names].map((name) => [name, tokens[name] as never]))
  return definePlugin({
    id,
    kernel: '^1.0.0',
    provides: [...provides].map((name) => tokens[name] as never),
    requires: record(requires),
    optional: record(optional),
    setup: () => {},
  })
}

const sorted = (...plugins: Plugin[]) => orderPlugins(plugins).sorted.map(({ id }) => id)

describe('orderPlugins', () => {
  it('keeps the order of the host where nothing else decides', () => {
    expect(sorted(plugin('z'), plugin('m'), plugin('a'))).toEqual(['z', 'm', 'a'])
  })

  it('puts providers before their consumers and moves nothing else', () => {
    expect(
      sorted(
        plugin('first'),
        plugin('consumer', { requires: 'a' }),
        plugin('between'),
        plugin('provider', { provides: 'a' }),
      ),
    ).toEqual(['first', 'provider', 'consumer', 'between'])
  })

  it('orders chains of providers', () => {
    expect(
      sorted(
        plugin('three', { requires: 'b' }),
        plugin('two', { requires: 'a', provides: 'b' }),
        plugin('one', { provides: 'a' }),
      ),
    ).toEqual(['one', 'two', 'three'])
  })

  it('orders by optional tokens too when a provider is listed', () => {
    expect(sorted(plugin('user', { optional: 'a' }), plugin('maker', { provides: 'a' }))).toEqual([
      'maker',
      'user',
    ])
    expect(sorted(plugin('user', { optional: 'a' }), plugin('other'))).toEqual(['user', 'other'])
  })

  it('lists what each plugin waits for, each once and never itself', () => {
    const { dependencies } = orderPlugins([
      plugin('maker', { provides: 'ab', requires: 'a' }),
      plugin('user', { requires: 'ab', optional: 'a' }),
    ])
    expect(Object.fromEntries(dependencies)).toEqual({ maker: [], user: ['maker'] })
  })

  it('names a cycle with its path', () => {
    const { cycles } = orderPlugins([
      plugin('outside', { requires: 'a' }),
      plugin('one', { provides: 'a', requires: 'b' }),
      plugin('two', { provides: 'b', requires: 'c' }),
      plugin('three', { provides: 'c', optional: 'a' }),
    ])
    expect(cycles).toEqual([['one', 'two', 'three', 'one']])
  })
})
