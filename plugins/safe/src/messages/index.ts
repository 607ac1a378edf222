'use client'

export { safeMessages } from '../react/safeMessages.js'
