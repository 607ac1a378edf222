import { defineMessages } from '@latchkey/ui-react'

/** Every word that the views show, so that a host can translate it. */
export const messages = defineMessages('exampleViews', {
  unnamed: 'Your account',
  title: 'Wallets',
  about: 'A wallet keeps your keys. Nobody at Example can get at them, and nobody can replace them.',
})
