import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askFolder, askQuestions } from './askQuestions.js'
import { temporaryFolder } from './project.testing.js'

const questions = {
  kind: {
    kind: 'choice',
    message: 'What to make?',
    choices: [
      { value: 'chain', label: 'A chain' },
      { value: 'view', label: 'A view' },
    ],
    initial: 'chain',
  },
  extras: {
    kind: 'choices',
    message: 'What else?',
    choices: [
      { value: 'docs', label: 'Documents' },
      { value: 'tests', label: 'Tests' },
    ],
    initial: ['tests'],
    required: true,
  },
  strict: { kind: 'yesOrNo', message: 'Strict?', initial: true },
} as const

const enter = ['\r']
const down = ['\u001b[B']
const leave = ['\u0003']

/** A terminal with a person who types once a text is shown. */
function typing(answers: readonly (readonly [shown: string, keys: readonly string[]])[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  const left = [...answers]
  let text = ''
  output.on('data', (chunk) => {
    text += chunk
    const [next] = left
    if (next === undefined || !text.includes(next[0])) return
    left.shift()
    text = ''
    for (const key of next[1]) setImmediate(() => input.write(key))
  })
  return { input, output, left }
}

describe('a person at a terminal', () => {
  it('answers what was not said', async () => {
    const terminal = typing([
      ['What to make?', [...down, ...enter]],
      ['What else?', [' ', ...enter]],
    ])
    expect(await askQuestions(questions, { strict: false }, terminal)).toEqual({
      kind: 'view',
      extras: ['docs', 'tests'],
      strict: false,
    })
    expect(terminal.left).toEqual([])
  })

  it('gets what holds otherwise by pressing Enter', async () => {
    const terminal = typing([
      ['What to make?', enter],
      ['What else?', enter],
      ['Strict?', enter],
    ])
    expect(await askQuestions(questions, {}, terminal)).toEqual({
      kind: 'chain',
      extras: ['tests'],
      strict: true,
    })
  })

  it('may leave at any question', async () => {
    const terminal = typing([
      ['What to make?', enter],
      ['What else?', leave],
    ])
    expect(await askQuestions(questions, {}, terminal)).toBeUndefined()
    expect(await askFolder('my-thing', typing([['Folder', leave]]))).toBeUndefined()
  })

  it('is asked for a folder until one will do', async () => {
    const full = temporaryFolder({ 'full/mine.txt': 'mine' })
    const terminal = typing([
      ['Folder', [`${full.path}/full`, ...enter]],
      ['mine.txt', ['/new', ...enter]],
    ])
    expect(await askFolder('my-thing', terminal)).toBe(`${full.path}/full/new`)
    expect(await askFolder('my-thing', typing([['Folder', enter]]))).toBe('my-thing')
    full.remove()
  })
})
