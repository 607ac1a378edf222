import type { Questions } from '../project/index.js'
import { chains } from './chains.js'
import { features } from './features.js'

/** The questions about an app. */
export const questions = {
  template: {
    kind: 'choice',
    message: 'Which framework?',
    choices: [
      { value: 'vite', label: 'Vite and React' },
      { value: 'next', label: 'Next, with the app router' },
    ],
    initial: 'vite',
  },
  chains: {
    kind: 'choices',
    message: 'Which chains?',
    choices: chains.map(({ id, label }) => ({ value: id, label })),
    initial: ['eip155'],
    required: true,
  },
  features: {
    kind: 'choices',
    message: 'Which features?',
    choices: features.map(({ id, label }) => ({ value: id, label })),
    initial: [],
  },
  'sign-in': { kind: 'yesOrNo', message: 'Sign in on a server?', initial: false },
} as const satisfies Questions
