import type { Generator } from '../project/index.js'
import { chooseApp } from './chooseApp.js'
import { questions } from './questions.js'

/** The generator of apps. */
export const createLatchkey: Generator<typeof questions> = {
  command: 'latchkey',
  summary: 'Makes an app with Latchkey: a page that connects wallets, a test wallet, and an end-to-end test.',
  folder: 'my-app',
  questions,
  templates: new URL('../../templates/', import.meta.url),
  manifest: new URL('../../package.json', import.meta.url),
  choose: chooseApp,
}
