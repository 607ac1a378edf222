'use client'

export { identityMessages } from '../react/identityMessages.js'
