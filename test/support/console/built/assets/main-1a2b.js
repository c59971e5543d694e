document.title = 'Console';
