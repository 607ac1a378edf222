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
