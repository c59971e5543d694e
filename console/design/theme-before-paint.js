// Runs before the first paint, so that the page never shows the other theme first. The name is that of shell/theme.ts.
{
  const theme = localStorage.getItem('vms-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
