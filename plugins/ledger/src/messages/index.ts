'use client'

/** Every text of this plugin, to translate. */
export { ledgerMessages } from '../react/messages.js'
