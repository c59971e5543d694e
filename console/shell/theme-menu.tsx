import { Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { Menu, MenuChoice } from '../components/menu.tsx';
import { useTheme } from './theme.ts';

const OPTIONS = [
  { value: 'system', label: 'As the system', icon: <Monitor size={16} aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden="true" /> },
] as const;

/** @param className of the button */
export function ThemeMenu({ className }: { className: string | undefined }) {
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button type="button" className={className}>
          <SunMoon size={18} strokeWidth={1.75} aria-hidden="true" />
          Theme
        </button>
      }
    >
      <MenuChoice value={theme} onChange={setTheme} options={OPTIONS} />
    </Menu>
  );
}
