import { defineMessages } from '@latchkey/ui-react'

/** Every word of the view, so that a host can translate it. */
export const messages = defineMessages('exampleCosmos', {
  title: 'Addresses',
  about: 'Your account has another address on each chain.',
})
