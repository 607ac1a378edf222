import { expect, it } from 'vitest'
import { createKernel } from '../createKernel.js'
import { token } from '../keys/token.js'
import { definePlugin } from './definePlugin.js'

const Word = token<string>('test.word')

const speaker = (id: string, word: string, yields = false) =>
  definePlugin({
    id,
    kernel: '^1.0.0',
    provides: [Word],
    ...(yields ? { yields: [Word] } : {}),
    setup: (context) => context.provide(Word, () => word),
  })

it('leaves a service that it yields to another plugin, in whatever order they are listed', () => {
  const quiet = speaker('quiet', 'mine', true)
  const loud = speaker('loud', 'other')
  for (const plugins of [
    [quiet, loud],
    [loud, quiet],
  ])
    expect(createKernel(plugins, { onPluginError: 'throw' }).get(Word)).toBe('other')
})

it('provides what it yields where nobody else does', () => {
  expect(createKernel([speaker('quiet', 'mine', true)], { onPluginError: 'throw' }).get(Word)).toBe('mine')
})

it('does not settle who provides when both yield, or neither does', () => {
  for (const yields of [true, false]) {
    const both = [speaker('one', 'a', yields), speaker('other', 'b', yields)]
    expect(() => createKernel(both)).toThrow('both provide "test.word"')
  }
})
