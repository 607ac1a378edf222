// What a person reads in the frame, whatever is written into it.
import { expect, test } from 'vitest'
import { say, verbatim } from '../words/say.js'
import { createWords, english } from '../words/translate.js'
import { createScreen, type Question } from './screen.js'

const markup =
  '<b id="own">x</b><img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>'
const turned = `${markup}\u202e\u2066\u200b`
const shown = `${markup}\ufffd\ufffd\ufffd`

/** Every text of a question. */
const fields: Readonly<Record<string, Partial<Question>>> = {
  title: { title: verbatim(turned) },
  text: { text: verbatim(turned) },
  warning: { warning: verbatim(turned) },
  'the name of a fact': { facts: [{ name: verbatim(turned), value: '' }] },
  'a fact': { facts: [{ name: say`Message`, value: turned }] },
  'a fact that is marked': { facts: [{ name: say`Message`, value: turned, isWarning: true }] },
  'raw data': { raw: turned },
  'the name of a secret': { secrets: [{ name: verbatim(turned), value: '' }] },
  'a secret': { secrets: [{ name: say`Recovery code`, value: turned }] },
  'a label': { input: { label: verbatim(turned) } },
  accept: { accept: verbatim(turned) },
  'another way': { other: { label: verbatim(turned), answer: 'new' } },
  refuse: { refuse: verbatim(turned) },
}

test.each(Object.entries(fields))('markup in %s is text, and no sign turns it around', async (_, given) => {
  const root = document.createElement('div')
  document.body.append(root)
  const controller = new AbortController()
  const screen = createScreen(
    root,
    () => undefined,
    () => undefined,
    english,
  )
  const question = { view: 'approve', title: say`Sign a message`, accept: say`Sign`, ...given } as const
  const asked = screen.ask(question, controller.signal)
  await expect.poll(() => root.textContent).toContain(shown)
  expect(root.querySelector('b, img, script, [onerror]')).toBeNull()
  expect(root.outerHTML).not.toMatch(/[\u202e\u2066\u200b]/)
  controller.abort(new Error('over'))
  await expect(asked).rejects.toThrow()
  expect(root.childElementCount).toBe(0)
  expect('wasRun' in globalThis).toBe(false)
  root.remove()
})

test('markup in a translation is text, and a value stays apart from the words around it', async () => {
  const root = document.createElement('div')
  document.body.append(root)
  const controller = new AbortController()
  const words = createWords('ar', { 'Sign a message': markup, '{0} pays it': `${markup} {0}` })
  const screen = createScreen(
    root,
    () => undefined,
    () => undefined,
    words,
  )
  const facts = [{ name: say`Network fee`, value: say`${`a.example${turned}`} pays it` }]
  const asked = screen.ask(
    { view: 'approve', title: say`Sign a message`, accept: say`Sign`, facts },
    controller.signal,
  )
  await expect.poll(() => root.querySelector('h1')?.textContent).toBe(markup)
  expect(root.querySelector('dd')?.textContent).toBe(`${markup} a.example${shown}`)
  expect(root.querySelector('dd bdi')?.textContent).toBe(`a.example${shown}`)
  expect(root.querySelector('b, img, script, [onerror]')).toBeNull()
  controller.abort(new Error('over'))
  await expect(asked).rejects.toThrow()
  expect('wasRun' in globalThis).toBe(false)
  root.remove()
})

/** Draws one question with these lines, and what takes it away again. */
async function drawn(facts: NonNullable<Question['facts']>) {
  const root = document.createElement('div')
  document.body.append(root)
  const controller = new AbortController()
  const screen = createScreen(
    root,
    () => undefined,
    () => undefined,
    english,
  )
  const asked = screen.ask(
    { view: 'approve', title: say`Send a transaction`, accept: say`Send`, facts },
    controller.signal,
  )
  await expect.poll(() => root.querySelector('dl')).toBeTruthy()
  return {
    root,
    async end() {
      controller.abort(new Error('over'))
      await expect(asked).rejects.toThrow()
      root.remove()
    },
  }
}

test('of a long fraction the last digits come at a press, are read aloud, and are copied', async () => {
  const { root, end } = await drawn([
    { name: say`Max network fee`, value: { decimal: '0.000031500006993', symbol: 'ETH' } },
  ])
  const value = root.querySelector('dd')
  expect(value?.textContent).toBe('0.000031500006993 ETH')
  expect(value?.querySelector('.rest')?.textContent).toBe('00006993')
  const more = value?.querySelector('button')
  expect(more?.getAttribute('aria-label')).toBe('Show all digits')
  more?.click()
  expect([value?.querySelector('button'), value?.querySelector('.rest')]).toEqual([null, null])
  expect(value?.textContent).toBe('0.000031500006993 ETH')
  await end()
})

test.each(['1', '0.05', '1234567', '1.2345', '0.00000123', '12500000.75'])(
  'the amount %s is short enough to stand as it is',
  async (decimal) => {
    const { root, end } = await drawn([{ name: say`You send`, value: { decimal, symbol: 'ETH' } }])
    expect(root.querySelector('dd')?.textContent).toBe(`${decimal} ETH`)
    expect(root.querySelector('dd button')).toBeNull()
    await end()
  },
)

test('an address is drawn in groups, and copied without spaces', async () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const { root, end } = await drawn([{ name: say`To`, value: address }])
  expect(root.querySelector('dd')?.textContent).toBe(address)
  expect([...root.querySelectorAll('.four')].map(({ textContent }) => textContent)).toEqual([
    '0x',
    ...(address.slice(2).match(/.{4}/g) ?? []),
  ])
  await end()
})

test('who asks stands with its origin, whatever letters it begins with', async () => {
  const { root, end } = await drawn([
    { name: say`Asked by`, value: 'https://www.example.com', note: say`A new site for you.`, kind: 'asker' },
  ])
  const asker = root.querySelector('.asker')
  expect(asker?.querySelector('.letter')?.getAttribute('data-letter')).toBe('E')
  expect([...(asker?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'https://www.example.com',
    'A new site for you.',
  ])
  await end()
})
