import { expect, it, onTestFinished } from 'vitest'
import { saveData } from '../../test/saveData.js'
import { until } from '../../test/page.js'

const [path] = import.meta.url.replace('.browser.test', '').split('?')

/** A module of its own for each word, so that it runs again. */
const importAgain = (word: string) => import(/* @vite-ignore */ `${path}?${word}`)

const isAsked = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/shell/modalChunk.'))

// What this page's tests are made of fills the list.
performance.setResourceTimingBufferSize(10_000)

// In this order: a module that a page has loaded isn't asked for again.
it('asks for nothing ahead where the person saves data', async () => {
  onTestFinished(saveData())
  await importAgain('saving')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAsked()).toBe(false)
})

it('asks for the modal as it is imported, before anything is drawn', async () => {
  await importAgain('ahead')
  await until(isAsked)
})

it('runs what has arrived before it first, such as the code that looks for wallets', async () => {
  const { loadModal } = await importAgain('order')
  await loadModal()
  const order: string[] = []
  const before = import('./modalChunk.js').then(() => setTimeout(() => order.push('before')))
  await loadModal()
  order.push('modal')
  await before
  expect(order).toEqual(['before', 'modal'])
})
