import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { expect, test } from 'vitest'
import { inEnglish } from '../../test/inEnglish.js'
import { say } from '../words/say.js'
import { createAppRecords } from './createAppRecords.js'
import { askedBy } from './facts.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import type { Question } from './screen.js'

const appOrigin = 'https://app.example.com'
const question: Question = { view: 'approve', title: say`Send a transaction`, accept: say`Send` }
const { signal } = new AbortController()
const metadata = { description: '', url: appOrigin, icons: [] }

function start(answer: () => Promise<string> = async () => '') {
  const storage = createFrameStorage(
    openStorage(() => {
      throw new Error('Memory stands in for what a browser keeps.')
    }),
    appOrigin,
  )
  let person: string | undefined = 'ada'
  const records = createAppRecords({
    session: { person: () => person },
    storage,
    screen: { ask: () => answer() },
  })
  return {
    records,
    note: () => inEnglish(askedBy({ appOrigin, app: records.read() })).note,
    signInAs(other: string | undefined) {
      person = other
    },
  }
}

test('a site is new until the person has approved something there, and for the next person again', async () => {
  const { records, note, signInAs } = start()
  expect(note()).toBe('A new site for you.')
  await records.screen.ask({ ...question, view: 'create' }, signal)
  expect(note()).toBe('A new site for you.')
  await records.screen.ask(question, signal)
  expect(note()).toBe('You’ve approved this site before.')
  signInAs('bob')
  expect(note()).toBe('A new site for you.')
})

test('what the person declines makes no site known', async () => {
  const { records, note } = start(() => Promise.reject(new FrameError('user_rejected')))
  await expect(records.screen.ask(question, signal)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(note()).toBe('A new site for you.')
})

test('what the site calls itself stands beside its origin, cut to what is a name', () => {
  const { records, note } = start()
  records.tell({ projectId: 'x', metadata: { ...metadata, name: 'Shop \u202e“verified by your wallet”' } })
  expect(note()).toBe('Calls itself Shop verified by your wallet. A new site for you.')
  records.tell({ projectId: 'x', metadata: { ...metadata, name: 'a'.repeat(200) } })
  expect(note()).toBe(`Calls itself ${'a'.repeat(39)}…. A new site for you.`)
  records.tell({ projectId: 'x', metadata: { ...metadata, name: ' — ' } })
  expect(note()).toBe('A new site for you.')
})
