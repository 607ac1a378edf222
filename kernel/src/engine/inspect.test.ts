import { expect, it, vi } from 'vitest'
import { createKernel } from '../createKernel.js'
import { definePlugin } from './definePlugin.js'
import { extensionPoint } from '../keys/extensionPoint.js'
import { fakeClock } from '../testing/index.js'
import { token } from '../keys/token.js'

const Greeting = token<string>('test.greeting')
const Words = extensionPoint<{ id: string }>('test.words')

it('reports order, needs, offers, phases, timings and problems as plain data', async () => {
  const clock = fakeClock()
  const kernel = createKernel(
    [
      definePlugin({
        id: 'test.user',
        kernel: '^1.0.0',
        requires: { greeting: Greeting },
        optional: { other: token<number>('test.other') },
        setup(context) {
          context.add(Words, { id: 'test.user.word' })
          return { start: () => clock.advance(20) }
        },
      }),
      definePlugin({
        id: 'test.greeter',
        kernel: '^1.0.0',
        provides: [Greeting],
        setup(context) {
          clock.advance(5)
          context.provide(Greeting, () => 'hello')
        },
      }),
      definePlugin({
        id: 'test.bad',
        kernel: '^1.0.0',
        setup() {
          throw new Error('no')
        },
      }),
    ],
    { id: 'shop', clock, logLevel: 'silent' },
  )
  await kernel.start()
  const report = kernel.inspect()
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  expect({
    ...report,
    plugins: report.plugins.filter(({ id }) => id.startsWith('test.')),
  }).toMatchInlineSnapshot(`
    {
      "contributions": {
        "test.words": 1,
      },
      "id": "shop",
      "phase": "started",
      "plugins": [
        {
          "id": "test.greeter",
          "kernel": "^1.0.0",
          "optional": [],
          "phase": "started",
          "provides": [
            "test.greeting",
          ],
          "requires": [],
          "setupTime": 5,
          "startTime": 0,
        },
        {
          "id": "test.user",
          "kernel": "^1.0.0",
          "optional": [
            "test.other",
          ],
          "phase": "started",
          "provides": [],
          "requires": [
            "test.greeting",
          ],
          "setupTime": 0,
          "startTime": 20,
        },
        {
          "error": {
            "code": "PLUGIN_SETUP_FAILED",
            "message": "The plugin "test.bad" could not be set up: no",
          },
          "id": "test.bad",
          "kernel": "^1.0.0",
          "optional": [],
          "phase": "failed",
          "provides": [],
          "requires": [],
        },
      ],
      "problems": [
        "test.bad: The plugin "test.bad" could not be set up: no",
      ],
      "version": "1.0.0",
    }
  `)
  expect(
    report.plugins.filter(({ id }) => id.startsWith('latchkey.')).every(({ phase }) => phase === 'started'),
  ).toBe(true)
})

it('warns when two copies of the kernel are loaded', async () => {
  const kernel = createKernel([])
  expect(kernel.inspect().problems).toEqual([])
  vi.resetModules()
  const copy = await import('../createKernel.js')
  const other = copy.createKernel([])
  const warning = expect.stringMatching(/^2 copies of @latchkey\/kernel are loaded \(.+, .+\)\.$/)
  expect(kernel.inspect().problems).toEqual([warning])
  expect(other.inspect().problems).toEqual([warning])
})
