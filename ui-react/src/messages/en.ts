import type { MessageTable } from './defineMessages.js'
import { account } from './en/account.js'
import { buttons } from './en/buttons.js'
import { connect } from './en/connect.js'
import { endings } from './en/endings.js'
import { fees } from './en/fees.js'
import { forms } from './en/forms.js'
import { guide } from './en/guide.js'
import { kit } from './en/kit.js'
import { networks } from './en/networks.js'
import { problems } from './en/problems.js'
import { shell } from './en/shell.js'

/**
 * Every sentence a person can read, by section. A translation has this type; components import only the
 * section they use.
 */
export const en = {
  account: account.messages,
  buttons: buttons.messages,
  connect: connect.messages,
  endings: endings.messages,
  fees: fees.messages,
  forms: forms.messages,
  guide: guide.messages,
  kit: kit.messages,
  networks: networks.messages,
  problems: problems.messages,
  shell: shell.messages,
}

/** A whole translation. */
export type Messages = typeof en

/** A translation, or a host's own wording, with any sentence left out. */
export type PartialMessages = {
  readonly [Section in keyof Messages]?: Messages[Section] extends MessageTable
    ? Partial<Messages[Section]>
    : never
}
