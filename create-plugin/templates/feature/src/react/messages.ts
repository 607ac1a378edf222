import { defineMessages } from '@latchkey/ui-react'

/** Every word that the plugin shows, so that a host can translate it. */
export const messages = defineMessages('__camel__', {
  title: '__label__',
  note: 'Note',
  sign: 'Sign the note',
  signed: 'Signed',
})
