'use client'

export { smartSessionsMessages } from '../react/smartSessionsMessages.js'
