import type { Translate } from '@timbermark/client'

/** The editor's resource tree, for the parts that are in use. */
export function editorPhrases(t: Translate) {
  return {
    editor: { more: t('action.more'), image: t('entity.editor.image') },
    common: { ok: t('action.confirm'), delete: t('action.remove'), enter: t('entity.editor.enter') },
    fullScreen: { title: t('entity.editor.fullScreen'), cancelTitle: t('entity.editor.leaveFullScreen') },
    header: { title: t('entity.editor.heading'), text: t('entity.editor.paragraph') },
    image: {
      netImage: t('entity.editor.image'),
      delete: t('entity.editor.removeImage'),
      edit: t('entity.editor.editImage'),
      editSize: t('entity.editor.resize'),
      viewLink: t('entity.editor.viewLink'),
      src: t('entity.editor.imageAddress'),
      desc: t('entity.editor.description'),
      link: t('entity.editor.imageLink'),
      ok: t('action.confirm'),
      width: t('entity.editor.width'),
      height: t('entity.editor.height'),
    },
    link: {
      insert: t('entity.editor.insertLink'),
      text: t('entity.editor.linkText'),
      url: t('entity.editor.linkAddress'),
      unLink: t('entity.editor.removeLink'),
      edit: t('entity.editor.editLink'),
      view: t('entity.editor.viewLink'),
    },
    textStyle: {
      bold: t('entity.editor.bold'),
      italic: t('entity.editor.italic'),
      underline: t('entity.editor.underline'),
      through: t('entity.editor.strike'),
      clear: t('entity.editor.clear'),
      code: t('entity.editor.code'),
      sub: t('entity.editor.subscript'),
      sup: t('entity.editor.superscript'),
    },
    undo: { undo: t('entity.editor.undo'), redo: t('entity.editor.redo') },
    listModule: { unOrderedList: t('entity.editor.bulleted'), orderedList: t('entity.editor.numbered') },
    uploadImgModule: {
      uploadImage: t('entity.editor.uploadImage'),
      uploadError: t('entity.editor.uploadImageFailed', { fileName: '{{fileName}}' }),
    },
  }
}
