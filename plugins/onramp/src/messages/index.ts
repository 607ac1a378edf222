'use client'

export { onrampMessages } from '../react/onrampMessages.js'
