'use client'

export { addressBookMessages } from '../react/messages.js'
