import { Icon, type IconProps } from './Icon.js'

export function HelpIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.4a2.6 2.6 0 1 1 3.9 2.3c-.9.5-1.4 1-1.4 2.1M12 16.9v.1"
    />
  )
}
