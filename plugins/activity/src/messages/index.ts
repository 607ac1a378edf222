'use client'

export { activityMessages } from '../react/messages.js'
