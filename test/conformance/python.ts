/** The command of the Python with which reference implementations from PyPI are installed: `VMS_PYTHON`, where that of the system is too old. */
export const pythonCommand = (): string => process.env.VMS_PYTHON || 'python3';
