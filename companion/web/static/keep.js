// A chosen file becomes the text of the form: so it is sent like any form, with the same checks.
document.addEventListener("change", async (event) => {
  const file = event.target.files && event.target.files[0];
  if (!file || !event.target.dataset.into) return;
  document.getElementById(event.target.dataset.into).value = await file.text();
});
