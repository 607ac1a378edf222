import { defineMessages } from '@latchkey/ui-react'

/** What is told while the owners of a Safe decide. */
export const safeMessages = defineMessages('safe', {
  waitingForOwners: 'Waiting for other owners to approve this in Safe.',
  waitingForExecution: 'Approved. Waiting for an owner to execute it in Safe.',
  waitingForSignatures: 'Waiting for other owners to sign this in Safe.',
})
